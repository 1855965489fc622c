reason-kings = only the two kings are left
reason-last-left = everybody else is out
reason-no-moves = no moves left
reason-no-pieces = no pieces left
reason-stalemate = stalemate
