### What the bot says in a chat.
### **…** is emphasised, `…` is something to be typed.

## Commands and their arguments, as menus show them (100 characters at most)

command-play = start a game against a friend or the bot
command-games = all the games, or a search among them
command-rules = how a game is played
command-move = play a move (you can also just type it)
command-board = show the board
command-moves = list your legal moves
command-hint = suggest a move and say why
command-undo = take your last move back
command-draw = offer a draw
command-resign = give up the game
command-analyse = go through the last finished game
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

theme-wood = Wood
theme-dark = Dark
theme-paper = Paper
theme-contrast = High contrast

family-draughts = Draughts and their kin
family-stacks = Stacks and towers
family-blocking = Blocking and hunting
family-capture = Capture
family-race = Races and gathering
family-sowing = Sowing
family-territory = Territory
family-figures = Rows and figures

## Sides and players

side-name =
    { $side ->
        [white] White
        [black] Black
        [south] South
        [east] East
        [north] North
       *[west] West
    }
the-bot = the bot (level { $level })

## Under a board

caption-player =
    { $side ->
        [white] ⚪ White: { $who }
        [black] ⚫ Black: { $who }
        [south] South: { $who }
        [east] East: { $who }
        [north] North: { $who }
       *[west] West: { $who }
    }
caption-last =
    { $side ->
        [white] White played
        [black] Black played
        [south] South played
        [east] East played
        [north] North played
       *[west] West played
    }: { $plies }
caption-to-act =
    { $side ->
        [white] White to move
        [black] Black to move
        [south] South to move
        [east] East to move
        [north] North to move
       *[west] West to move
    }: { $who }
caption-thinks =
    { $side ->
        [white] White to move
        [black] Black to move
        [south] South to move
        [east] East to move
        [north] North to move
       *[west] West to move
    }: { $who } is thinking…
result-win =
    { "" }**{ $side ->
        [white] White wins
        [black] Black wins
        [south] South wins
        [east] East wins
        [north] North wins
       *[west] West wins
    }** ({ $who }): { $reason }.
result-draw = **A draw**: { $reason }.
result-abandoned = The game was broken off.
result-score = Score: { $score }
result-places = Places: { $places }

alt-last = last move { $ply }
alt-to-act =
    { $side ->
        [white] White to move
        [black] Black to move
        [south] South to move
        [east] East to move
        [north] North to move
       *[west] West to move
    }

## Why a move cannot be played

illegal-over = This game is over.
illegal-not-your-turn = It is not your turn.
illegal-ambiguous = This can be read in several ways: { $plies }. Which one?
illegal-no-piece = There is nothing on { $square }.
illegal-not-yours = The piece on { $square } is not yours.
illegal-must-capture =
    You have to capture: { $count ->
        [one] { $plies }
       *[other] { $plies }
    }.
illegal-stuck = The piece on { $square } cannot move now.
illegal-goes-only =
    From { $square } { $count ->
        [one] there is only { $plies }
       *[other] you can play { $plies }
    }.
illegal-occupied = { $square } is taken.
illegal-closed = You cannot play on { $square } now. You can play { $plies }.
illegal-unknown = There is no such move now. You can play { $plies }.
and-more =
    { " " }and { $count ->
        [one] one more
       *[other] { $count } more
    } (all of them: `/moves`)

moves-count =
    { $count ->
        [one] One legal move:
       *[other] { $count } legal moves:
    }

## Which game

which-game = Which game do you mean?
which-game-for = You can play { $text } in several games. Which one do you mean?
which-game-done = { $plies } → { $game }
game-unknown = I cannot find this game any more.
no-game-here = You have no game in progress here. Start one: `/play`
not-your-game = You do not play in this game.
old-button = This button is from an older position. The newest board is further down.
press-old = This button is old.
button-unknown = This button does nothing any more.
question-over = This question is settled.
not-asked = This question is for somebody else.
done = Done.

hint-game = I do not see a move in that. Type one like `c3-d4`, tap it under the board, or look at `/moves`.
hint-no-game = Shall we play? `/play reversi bot` starts a game at once, `/games` lists all games, `/help` tells the rest.
command-unknown = I do not know this command. `/help` lists those I know.

## Starting a game

play-what = Which game? For example `/play reversi`, `/play kalah bot 3`, `/play russian @friend white`. All games: `/games`
play-whom = Whom would you like to play?
play-bot-chosen = The bot plays. Level: { $level }.
play-bad-level = There is no level { $level }: the levels go from { $lowest } to { $highest }.
play-bad-side = There is no such side in { $game }. You can choose { $sides } or `random`.
play-no-options = { $game } has no options, so { $name } means nothing there.
play-bad-option = { $game } has no option { $name }. It has { $known }.
play-bad-value = In { $game } this cannot be { $value }. You can choose { $known }.
play-yourself = You cannot play against yourself. Name somebody else, or play the bot: add `bot`.
play-another-bot = That is another bot, and it cannot play here. Name a person, or play me: add `bot`.
play-bot-or-friend = The bot or a friend: choose one of them.
play-too-many =
    { $seats ->
        [2] { $game } is for two: name one person.
       *[other] { $game } is for { $seats }: name fewer people.
    }
play-friend-how = To play a friend, add me to a chat that you are both in and type `/play` there with the game and the friend's @name. Here the two of us can play.
too-many-here = There are { $most } games in progress here already. Finish or resign one first: `/mygames`
too-many-games = That would be more than { $most } games in progress for one person. Finish or resign one first: `/mygames`

name-several = “{ $name }” fits several games. Which one?
name-near = I know no game called “{ $name }”. Perhaps one of these?
name-unknown = I know no game called “{ $name }”. All games: `/games`

challenge-one = { $by } wants to play. { $whom }, do you accept?
challenge-anyone = { $by } is looking for an opponent. Who will play?
challenge-side =
    { $by } plays { $side ->
        [white] White
        [black] Black
        [south] South
        [east] East
        [north] North
       *[west] West
    }.
challenge-lot = The sides are drawn by lot.
challenge-table =
    { $by } is gathering a game for { $seats ->
        [4] four
       *[other] { $seats }
    }. The bot takes the seats that stay free.
challenge-table-invited = Invited: { $whom }
challenge-table-joined =
    At the table ({ $count }): { $who }. { $free ->
        [0] No seat is free.
        [one] One seat is free.
       *[other] { $free } seats are free.
    }
challenge-accepted = { $who } accepts. Here we go!
challenge-declined = { $who } declines.
challenge-withdrawn = { $who } has called it off.
challenge-expired = Nobody answered within a day, so this challenge has lapsed.
challenge-over = This challenge is no longer open.
challenge-own = This is your own challenge: somebody else has to accept it.
challenge-not-you = This challenge is for somebody else.
challenge-not-yours = Only the one who made the challenge can withdraw it.
table-not-yours = Only the one who gathers the game can begin it.
table-joined-already = You are at the table already.
table-not-joined = You are not at the table.
table-begins = Here we go! At the table: { $who }.

again-too-early = This game is not over yet.

## Giving up, draws, takebacks

resign-sure = { $game }. Do you really give up?
resign-done = { $who } gives up the game.
resign-not = The game goes on.
draw-offer =
    { $who } offers a draw. { $count ->
        [one] { $whom }, do you agree?
       *[other] { $whom }, do you agree?
    }
draw-agreed = { $who } agrees to a draw.
draw-declined = { $who } declines the draw. The game goes on.
draw-waits = Your draw offer is still waiting for an answer.
draw-not-here = In a game for more than two there are no draws by agreement.
draw-on-your-turn = Offer the bot a draw when it is your turn.
draw-asked = The bot has already declined in this position. Play on, and ask again later.
draw-thinks = The bot (level { $level }) is thinking about your offer…
draw-bot-declines = The bot declines the draw: it wants to play on.
undo-offer =
    { $who } asks to take a move back. { $count ->
        [one] { $whom }, do you agree?
       *[other] { $whom }, do you all agree?
    }
undo-agreed = { $who } agrees: the move is taken back.
undo-declined = { $who } would rather not. The game goes on.
undo-waits = Your request is still waiting for an answer.
undo-nothing = You have no move to take back yet.
offer-over = This offer has lapsed.
offer-withdrawn = { $who } takes the offer back.
offer-others =
    { $count ->
        [one] Noted. One more person has to agree.
       *[other] Noted. { $count } more people have to agree.
    }

## Buttons (40 characters at most)

button-back = ← Back
button-again = Play again
button-analyse = Go through it
button-play = Play
button-bot-easy = Bot: easy
button-bot-medium = Bot: medium
button-bot-strong = Bot: strong
button-anyone = Anyone here
button-table = With people here
button-friend = How to play a friend
button-accept = Accept
button-decline = Decline
button-withdraw = Call off
button-join = Join
button-begin = Begin
button-leave = Leave
button-resign = Yes, give up
button-go-on = No, play on
button-agree = Yes, I agree
button-disagree = No

## Greetings, help, lists

hello-private =
    Hello, { $who }! This is Tavlei: { $count ->
        [one] one board game
       *[other] { $count } board games
    }, most of them hardly known elsewhere. Play the bot here, or add me to a chat and play your friends.

    `/play reversi bot` starts a game at once
    `/games` lists all games
    `/rules gana` tells how one is played
    `/help` lists all commands
hello-group =
    Hello, { $who }! This is Tavlei: { $count ->
        [one] one board game
       *[other] { $count } board games
    } to play right here, with each other or with the bot.

    `/play reversi` starts a game, `/games` lists all games, `/help` lists all commands.
help-head = **Commands**
help-foot =
    Just type your move, for example `c3-d4`, or tap it under the board. When you have several games in one chat, reply to the picture of the game you mean.
    A whole order: `/play russian @friend white`, `/play kalah bot 3`.

games-head =
    { $count ->
        [one] One game.
       *[other] { $count } games.
    } How one is played: `/rules` and its name. To play: `/play` and its name.
games-foot = A part of a name is enough, in any language: `/games tower`.
games-found =
    “{ $name }”: { $count ->
        [one] one game
       *[other] { $count } games
    }.
rules-what = The rules of which game? For example `/rules reversi`. All games: `/games`
rules-missing = Nobody has written down yet how this is played.
rules-first =
    { $side ->
        [white] White begins.
        [black] Black begins.
        [south] South begins.
        [east] East begins.
        [north] North begins.
       *[west] West begins.
    } { $seats ->
        [2] Two players.
        [4] Four players.
       *[other] { $seats } players.
    }
rules-length =
    A game takes about { $count ->
        [one] one move
       *[other] { $count } moves
    }, counting { $seats ->
        [2] both players
       *[other] all players
    }.
mygames-head =
    { $count ->
        [one] You have one game in progress:
       *[other] You have { $count } games in progress:
    }
mygames-line =
    { $game } — { $turn ->
        [yours] your turn
       *[theirs] not your turn
    }, { $plies ->
        [0] nothing played yet
        [one] one move played
       *[other] { $plies } moves played
    }{ $place ->
        [here] { "" }
       *[elsewhere] , in another chat
    }
mygames-none = You have no games in progress. Start one: `/play`

## Settings

lang-which = Which language?
lang-unknown = I do not speak that one. Choose:
lang-done = I will speak English.
lang-done-here = In this chat I will speak English.
theme-which = Which look?
theme-unknown = There is no such look. Choose:
theme-done = The boards look like this now: { $theme }.

## Trouble

record-unreadable = What I have stored about this cannot be read. I have left it untouched; please tell whoever runs this bot.
