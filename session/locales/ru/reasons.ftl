reason-kings = на доске остались одни короли
reason-stalemate = пат
