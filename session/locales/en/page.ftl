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
page-lost = The bot cannot be reached. Is it still running?
page-reply = Reply
page-cancel = Do not reply
