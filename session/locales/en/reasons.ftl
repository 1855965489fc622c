reason-kings = only the two kings are left
reason-stalemate = stalemate
