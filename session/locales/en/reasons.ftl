reason-kings = only the two kings are left
reason-last-left = everybody else is out
reason-stalemate = stalemate
