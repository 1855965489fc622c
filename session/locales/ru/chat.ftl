### Что бот говорит в чате.
### **…** выделяется, `…` можно набрать.

## Команды и их аргументы, как их показывает меню (не больше 100 знаков)

command-play = начать партию с другом или с ботом
command-games = все игры или поиск среди них
command-rules = правила игры
command-move = сделать ход (можно просто написать его)
command-board = показать доску
command-moves = все ваши возможные ходы
command-undo = вернуть свой последний ход
command-draw = предложить ничью
command-resign = сдаться
command-mygames = ваши неоконченные партии
command-flip = перевернуть доску
command-theme = выбрать вид досок
command-lang = выбрать язык
command-help = как пользоваться ботом
command-start = привет!

argument-game = игра
argument-opponent = с кем играть; если не указать, бот спросит
argument-level = играть с ботом этого уровня, от 1 до 8
argument-side = за кого вы играете
argument-options = варианты правил в виде имя=значение
argument-search = слово из названия или разновидность игр
argument-move = ход, например c3-d4
argument-theme = тема оформления
argument-language = язык

choice-white = за белых
choice-black = за чёрных
choice-random = по жребию

level-easy = лёгкий
level-medium = средний
level-strong = сильный
