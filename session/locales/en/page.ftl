### The words of the local page itself.

page-title = Tavlei
page-first = First
page-second = Second
page-write-as = Who writes
page-placeholder = A command or a move, such as /play reversi or c3-d4
page-send = Send
page-welcome =
    This page is a chat with two people and a bot. Choose below who is writing.
    /play reversi bot starts a game at once, /play russian asks whom you want to play, /games lists everything.
    Games go on after a restart: /mygames finds them again.
page-lost = The bot cannot be reached. Is it still running?
page-reply = Reply
page-cancel = Do not reply
page-full = There is no room left on the disk, so this could not be stored. Everything before it is safe. Make room, and send it again.
page-not-stored = This could not be stored; the window in which the program runs says why. Everything before it is safe. Send it again in a moment.
