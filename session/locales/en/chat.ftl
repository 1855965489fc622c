### What the bot says in a chat.
### **…** is emphasised, `…` is something to be typed.

## Commands and their arguments, as menus show them (100 characters at most)

command-play = start a game against a friend or the bot
command-games = all the games, or a search among them
command-rules = how a game is played
command-move = play a move (you can also just type it)
command-board = show the board
command-moves = list your legal moves
command-undo = take your last move back
command-draw = offer a draw
command-resign = give up the game
command-mygames = your games in progress
command-flip = turn the board round
command-theme = choose the look of the boards
command-lang = choose the language
command-help = how to use the bot
command-start = hello!

argument-game = the game
argument-opponent = whom to play; leave it out to be asked
argument-level = play the bot at this level, from 1 to 8
argument-side = your side
argument-options = options of the game, as name=value
argument-search = a word from the game's name, or a kind of game
argument-move = the move, for example c3-d4
argument-theme = the theme
argument-language = the language

choice-white = White
choice-black = Black
choice-random = drawn by lot

level-easy = easy
level-medium = medium
level-strong = strong
