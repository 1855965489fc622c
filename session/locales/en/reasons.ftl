
### Why a game ended: a clause after "White wins:" or "A draw:". Sorted by id.
reason-agreement = by agreement
reason-all-placed = all pieces are placed
reason-barrier = dead pieces keep the two sides apart
reason-blocked = nobody can build a bridge any more
reason-both-connected = both sides formed one group at once
reason-captured = the decisive piece is captured
reason-connected = all the pieces form one group
reason-count = by the count
reason-five = five in a row
reason-four = four in a row
reason-goal = the goal is reached
reason-kings = only the two kings are left
reason-last-left = everybody else is out
reason-limit = the number of moves that the rules allow has been played
reason-no-five = nobody can make five in a row any more
reason-no-king = the last king is gone
reason-no-moves = no moves left
reason-no-pieces = no pieces left
reason-no-progress = too long without progress
reason-passes = both passed, one after the other
reason-repetition = the same position for the third time
reason-resignation = the opponent gave up
reason-square = the opponent has completed a square
reason-stalemate = stalemate
reason-time = out of time
reason-too-few = too many pieces lost
