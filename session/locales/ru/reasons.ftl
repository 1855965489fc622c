reason-kings = на доске остались одни короли
reason-last-left = все остальные выбыли
reason-no-moves = ходов не осталось
reason-no-pieces = шашек не осталось
reason-stalemate = пат
