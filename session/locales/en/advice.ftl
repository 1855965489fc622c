### Hints, going through a game, and what the bot says about it by itself.

## A hint

advice-thinks = Let me think what to suggest…
advice-waits = I am thinking about a hint already.
advice-not-your-turn = I can give you a hint when it is your turn.
advice-dropped = The position has changed, so this hint is no longer needed.
advice-failed = I could not work out a hint. Please try again.
advice-ply = **Hint**: { $ply }
advice-ply-for = **Hint** for { $who }: { $ply }
advice-foot = This is what the bot would play at level { $level }.
advice-foot-seen = This is what the bot would play at level { $level }. Everybody in this chat can see the hint.

## Why this move: each sentence stands on a line of its own, its subject is the move

why-wins-now = Wins the game at once.
why-wins = Wins by force, in { $count } moves at most, counting the opponent’s too.
why-only = It is the only legal move.
why-delays =
    The game cannot be saved, but this holds out longest: { $count ->
        [one] one more move
       *[other] up to { $count } moves
    }, counting the opponent’s too.
why-saves = Every other move loses.
why-stops =
    { $goal ->
        [five] { $when ->
            [now] Keeps the opponent from making five in a row at once.
           *[later] Meets a threat: otherwise the opponent’s five in a row could no longer be stopped.
        }
        [four] { $when ->
            [now] Keeps the opponent from making four in a row at once.
           *[later] Meets a threat: otherwise the opponent’s four in a row could no longer be stopped.
        }
       *[win] { $when ->
            [now] Keeps the opponent from winning at once.
           *[later] Meets a threat: otherwise the opponent’s win could no longer be stopped.
        }
    }
why-takes = Takes { $pieces }.
why-covers = Gets on top of { $pieces }.
why-profits = A good exchange: takes { $count }, loses { $back }.
why-exchanges = Starts an exchange, { $count } for { $back }.
why-sacrifices = A sacrifice that pays: gives up { $back } and takes { $count }.
why-trades = Offers an exchange, { $count } for { $count }.
why-sheds = Gives away { $pieces }, which is the aim here.
why-crowns = Makes a king.
why-homes = Gets { $pieces } to the goal.
why-scores =
    Scores { $count ->
        [one] { $count } point
       *[other] { $count } points
    }.
why-threatens =
    { $goal ->
        [five] { $when ->
            [now] Threatens to make five in a row with the next move.
           *[later] Makes a threat: left alone, five in a row can no longer be stopped.
        }
        [four] { $when ->
            [now] Threatens to make four in a row with the next move.
           *[later] Makes a threat: left alone, four in a row can no longer be stopped.
        }
       *[win] { $when ->
            [now] Threatens to win the game with the next move.
           *[later] Makes a threat: left alone, the win can no longer be stopped.
        }
    }
why-promotes = Threatens to make a king with the next move.
why-again = Earns another move.
why-nears = Gets closer to the goal.
why-leaves =
    Takes the { $what ->
        [seed] seed
       *[other] piece
    } on { $square } out of danger.
why-guards =
    Protects the { $what ->
        [seed] seed
       *[other] piece
    } on { $square }.
why-holds = Keeps the opponent from making a king.
why-denies = Spoils a gain: after most other moves the opponent could take { $count } or more.
why-attacks =
    Threatens to take the { $what ->
        [seed] seed
       *[other] piece
    } on { $square }.
why-forces = Leaves the opponent one reply: { $reply }.
why-blocks =
    Cramps the opponent: { $count ->
        [one] one reply is
       *[other] { $count } replies are
    } left, while other moves leave about { $usual }.
why-turns = Wins over { $pieces }.
why-room =
    Gains room: after the expected reply there will be { $count ->
        [one] one move
       *[other] { $count } moves
    } to choose from, now there are { $usual }.
why-improves = Decides nothing at once, but improves the position.
why-reply = Expected reply: { $reply }.

pieces-theirs =
    { $count ->
        [1] one
       *[other] { $count }
    } of the opponent’s { $what ->
        [seed] seeds
       *[other] pieces
    }
pieces-own =
    { $what ->
        [seed] { $count ->
            [1] a seed
           *[other] { $count } seeds
        }
       *[other] { $count ->
            [1] a piece
           *[other] { $count } pieces
        }
    }

## Going through a game

analyse-thinks = I am going through the game to see where it turned. This takes a minute or two; you can play on meanwhile.
analyse-under-way = I am going through this game already.
analyse-later = A game can be gone through once it is over. Until then there is `/hint`.
analyse-none = No game has been finished here yet, so there is nothing to go through.
analyse-short = Too few moves were played in this game to go through it.
analyse-four = I can only go through games for two.
analyse-head =
    { $count ->
        [0] I found no big mistakes: the game was decided little by little.
        [1] One move decided the game.
       *[other] This is where it turned.
    }
analyse-sampled = It was a long game, so not every single move was looked at.
turn-head =
    { "" }**Move { $count }.** { $side ->
        [white] White
        [black] Black
        [south] South
        [east] East
        [north] North
       *[west] West
    } ({ $who }) played { $played }; { $better } was better.
turn-why = Why { $better }:
turn-answer = And { $played } has an answer, { $answer }:
turn-swing =
    For { $side ->
        [white] White
        [black] Black
        [south] South
        [east] East
        [north] North
       *[west] West
    } this turned { $from ->
        [won] a sure win
        [winning] a big advantage
        [better] an advantage
        [even] an even game
        [worse] a difficult position
        [losing] a bad position
       *[lost] a sure loss
    } into { $to ->
        [won] a sure win
        [winning] a big advantage
        [better] an advantage
        [even] an even game
        [worse] a difficult position
        [losing] a bad position
       *[lost] a sure loss
    }.

## What the bot says about a game by itself

caption-win =
    The bot sees its win: in { $count ->
        [one] one more move
       *[other] { $count } more moves
    } at most, both sides counted.
bot-offers-draw = The bot (level { $level }) offers a draw: nobody has had the better of it for a long time. { $whom }, do you agree?
bot-agrees = The bot (level { $level }) agrees to a draw. Thanks for the game!
bot-resigns = The bot (level { $level }) gives up: it sees no way out. Well played, { $whom }!
