reason-kings = на доске остались одни короли
reason-last-left = все остальные выбыли
reason-stalemate = пат
