
### Почему партия закончилась: вторая часть фразы «Победили белые: …» или «Ничья: …». По алфавиту.
reason-agreement = по соглашению
reason-all-placed = все фишки выставлены
reason-barrier = мёртвые фишки разделили соперников
reason-blocked = мост уже никому не построить
reason-both-connected = обе стороны собрались одновременно
reason-captured = взята решающая фигура
reason-connected = все шашки собраны в одну группу
reason-count = по подсчёту
reason-five = пять в ряд
reason-four = четыре в ряд
reason-goal = цель достигнута
reason-kings = на доске остались одни короли
reason-last-left = все остальные выбыли
reason-limit = сделаны все ходы, отпущенные правилами
reason-no-five = пять в ряд уже никому не построить
reason-no-king = не осталось ни одного короля
reason-no-moves = ходов не осталось
reason-no-pieces = шашек не осталось
reason-no-progress = слишком долго ничего не менялось
reason-passes = оба игрока спасовали
reason-repetition = позиция повторилась в третий раз
reason-resignation = соперник сдался
reason-square = соперник построил квадрат
reason-stalemate = пат
reason-time = время вышло
reason-too-few = потеряно слишком много шашек
