### Что бот говорит в чате.
### **…** выделяется, `…` можно набрать.

## Команды и их аргументы, как их показывает меню (не больше 100 знаков)

command-play = начать партию с другом или с ботом
command-games = все игры или поиск среди них
command-rules = правила игры
command-move = сделать ход (можно просто написать его)
command-board = показать доску
command-moves = все ваши возможные ходы
command-hint = подсказать ход и объяснить почему
command-undo = вернуть свой последний ход
command-draw = предложить ничью
command-resign = сдаться
command-analyse = разобрать последнюю законченную партию
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

theme-wood = Дерево
theme-dark = Тёмная
theme-paper = Бумага
theme-contrast = Контрастная

family-draughts = Шашки и их родня
family-stacks = Столбы и башни
family-blocking = Запирание и охота
family-capture = Взятие
family-race = Гонки и сборы
family-sowing = Посев
family-territory = Территория
family-figures = Ряды и фигуры

## Стороны и игроки

side-name =
    { $side ->
        [white] Белые
        [black] Чёрные
        [south] Юг
        [east] Восток
        [north] Север
       *[west] Запад
    }
the-bot = бот (уровень { $level })

## Под доской

caption-player =
    { $side ->
        [white] ⚪ Белые: { $who }
        [black] ⚫ Чёрные: { $who }
        [south] Юг: { $who }
        [east] Восток: { $who }
        [north] Север: { $who }
       *[west] Запад: { $who }
    }
caption-last =
    { $side ->
        [white] Ход белых
        [black] Ход чёрных
        [south] Ход Юга
        [east] Ход Востока
        [north] Ход Севера
       *[west] Ход Запада
    }: { $plies }
caption-to-act =
    { $side ->
        [white] Ходят белые
        [black] Ходят чёрные
        [south] Ходит Юг
        [east] Ходит Восток
        [north] Ходит Север
       *[west] Ходит Запад
    }: { $who }
caption-thinks =
    { $side ->
        [white] Ходят белые
        [black] Ходят чёрные
        [south] Ходит Юг
        [east] Ходит Восток
        [north] Ходит Север
       *[west] Ходит Запад
    }: { $who } думает…
result-win =
    { "" }**{ $side ->
        [white] Победили белые
        [black] Победили чёрные
        [south] Победил Юг
        [east] Победил Восток
        [north] Победил Север
       *[west] Победил Запад
    }** ({ $who }): { $reason }.
result-draw = **Ничья**: { $reason }.
result-abandoned = Партия прервана.
result-score = Счёт: { $score }
result-places = Места: { $places }

alt-last = последний ход { $ply }
alt-to-act =
    { $side ->
        [white] ходят белые
        [black] ходят чёрные
        [south] ходит Юг
        [east] ходит Восток
        [north] ходит Север
       *[west] ходит Запад
    }

## Почему так пойти нельзя

illegal-over = Эта партия уже закончилась.
illegal-not-your-turn = Сейчас не ваш ход.
illegal-ambiguous = Это можно понять по-разному: { $plies }. Какой ход вы имеете в виду?
illegal-no-piece = На { $square } ничего не стоит.
illegal-not-yours = На { $square } стоит чужая фигура.
illegal-must-capture =
    Нужно бить: { $count ->
        [one] { $plies }
       *[other] { $plies }
    }.
illegal-stuck = С { $square } сейчас пойти нельзя.
illegal-goes-only =
    С { $square } { $count ->
        [one] можно пойти только так: { $plies }
       *[other] можно пойти так: { $plies }
    }.
illegal-occupied = Поле { $square } уже занято.
illegal-closed = На { $square } сейчас пойти нельзя. Можно так: { $plies }.
illegal-unknown = Такого хода сейчас нет. Можно так: { $plies }.
and-more =
    { " " }и ещё { $count ->
        [one] { $count } ход
        [few] { $count } хода
       *[other] { $count } ходов
    } (все покажет `/moves`)

moves-count =
    { $count ->
        [one] { $count } возможный ход:
        [few] { $count } возможных хода:
       *[other] { $count } возможных ходов:
    }

## В какой партии

which-game = О какой партии речь?
which-game-for = Ход { $text } есть в нескольких ваших партиях. В какой сходить?
which-game-done = { $plies } → { $game }
game-unknown = Этой партии больше не найти.
no-game-here = Здесь у вас нет неоконченных партий. Начать новую: `/play`
not-your-game = Вы в этой партии не играете.
old-button = Эта кнопка от прежней позиции. Свежая доска ниже.
press-old = Эта кнопка устарела.
button-unknown = Эта кнопка больше не работает.
question-over = Этот вопрос уже решён.
not-asked = Это вопрос не к вам.
done = Готово.

hint-game = Хода здесь не видно. Напишите его, например `c3-d4`, нажмите кнопку под доской или посмотрите все ходы: `/moves`.
hint-no-game = Сыграем? `/play реверси бот` сразу начнёт партию, `/games` покажет все игры, `/help` расскажет остальное.
command-unknown = Такой команды нет. Все команды: `/help`.

## Начало партии

play-what = Во что сыграем? Например: `/play реверси`, `/play калах бот 3`, `/play русские @друг белыми`. Все игры: `/games`
play-whom = С кем хотите сыграть?
play-bot-chosen = Играет бот. Уровень: { $level }.
play-bad-level = Уровня { $level } нет: бывают от { $lowest } до { $highest }.
play-bad-side = В игре «{ $game }» такой стороны нет. Можно выбрать { $sides } или `random` (по жребию).
play-no-options = У игры «{ $game }» нет вариантов правил, так что { $name } здесь ничего не значит.
play-bad-option = У игры «{ $game }» нет варианта { $name }. Есть { $known }.
play-bad-value = В игре «{ $game }» нельзя выбрать { $value }. Можно так: { $known }.
play-yourself = С собой сыграть не получится. Назовите кого-нибудь другого или добавьте слово `бот`.
play-another-bot = Это другой бот, он здесь играть не умеет. Назовите человека или сыграйте со мной: добавьте слово `бот`.
play-bot-or-friend = Или бот, или друг: выберите кого-то одного.
play-too-many =
    { $seats ->
        [2] В «{ $game }» играют вдвоём: назовите одного человека.
       *[other] В «{ $game }» играют { $seats } человека: назовите меньше людей.
    }
play-friend-how = Чтобы сыграть с другом, добавьте меня в чат, где вы есть оба, и напишите там `/play`, название игры и @имя друга. А здесь можем сыграть мы с вами.
too-many-here =
    Здесь уже { $most ->
        [one] { $most } неоконченная партия
        [few] { $most } неоконченные партии
       *[other] { $most } неоконченных партий
    }. Сначала доиграйте или сдайте какую-нибудь: `/mygames`
too-many-games =
    Больше { $most ->
        [one] { $most } неоконченной партии
       *[other] { $most } неоконченных партий
    } у одного человека быть не может. Сначала доиграйте или сдайте какую-нибудь: `/mygames`

name-several = Под название «{ $name }» подходит несколько игр. Какая из них?
name-near = Игры «{ $name }» я не знаю. Может быть, одна из этих?
name-unknown = Игры «{ $name }» я не знаю. Все игры: `/games`

challenge-one = { $by } приглашает сыграть. { $whom }, принимаете вызов?
challenge-anyone = { $by } ищет соперника. Кто сыграет?
challenge-side =
    { $by } играет { $side ->
        [white] белыми
        [black] чёрными
        [south] за Юг
        [east] за Восток
        [north] за Север
       *[west] за Запад
    }.
challenge-lot = Кто за кого, решит жребий.
challenge-table =
    { $by } собирает партию { $seats ->
        [4] на четверых
       *[other] на { $seats } игроков
    }. Свободные места займёт бот.
challenge-table-invited = Приглашены: { $whom }
challenge-table-joined =
    За столом ({ $count }): { $who }. { $free ->
        [0] Свободных мест нет.
        [one] Свободно { $free } место.
        [few] Свободно { $free } места.
       *[other] Свободно { $free } мест.
    }
challenge-accepted = { $who } принимает вызов. Начинаем!
challenge-declined = { $who } отказывается от игры.
challenge-withdrawn = { $who } отменяет вызов.
challenge-expired = За сутки никто не ответил, вызов больше не действует.
challenge-over = Этот вызов больше не действует.
challenge-own = Это ваш собственный вызов: принять его должен кто-то другой.
challenge-not-you = Этот вызов не вам.
challenge-not-yours = Отменить вызов может только тот, кто его сделал.
table-not-yours = Начать партию может только тот, кто её собирает.
table-joined-already = Вы уже за столом.
table-not-joined = Вас за столом нет.
table-begins = Начинаем! За столом: { $who }.

again-too-early = Эта партия ещё не закончена.

## Сдача, ничья, возврат хода

resign-sure = { $game }. Точно сдаётесь?
resign-done = { $who } сдаёт партию.
resign-not = Играем дальше.
draw-offer =
    { $who } предлагает ничью. { $count ->
        [one] { $whom }, вы согласны?
       *[other] { $whom }, вы согласны?
    }
draw-agreed = { $who } соглашается на ничью.
draw-declined = { $who } отказывается от ничьей. Играем дальше.
draw-waits = На ваше предложение ничьей ещё не ответили.
draw-not-here = Там, где играют больше двух человек, ничьих по соглашению нет.
draw-on-your-turn = Предлагайте боту ничью, когда ход ваш.
draw-asked = В этой позиции бот уже отказался. Сыграйте дальше и предложите позже.
draw-thinks = Бот (уровень { $level }) обдумывает ваше предложение…
draw-bot-declines = Бот отказывается от ничьей: он хочет играть дальше.
undo-offer =
    { $who } просит вернуть ход. { $count ->
        [one] { $whom }, вы не против?
       *[other] { $whom }, никто не против?
    }
undo-agreed = { $who } соглашается: ход возвращён.
undo-declined = { $who } против. Играем дальше.
undo-waits = На вашу просьбу ещё не ответили.
undo-nothing = Возвращать пока нечего: вы ещё не ходили.
offer-over = Это предложение больше не действует.
offer-withdrawn = { $who } отзывает предложение.
offer-others =
    { $count ->
        [one] Принято. Нужно согласие ещё { $count } игрока.
       *[other] Принято. Нужно согласие ещё { $count } игроков.
    }

## Кнопки (не больше 40 знаков)

button-back = ← Назад
button-again = Сыграть ещё раз
button-analyse = Разбор партии
button-play = Сыграть
button-bot-easy = Бот: лёгкий
button-bot-medium = Бот: средний
button-bot-strong = Бот: сильный
button-anyone = Кто захочет
button-table = С людьми из чата
button-friend = Как сыграть с другом
button-accept = Принять
button-decline = Отказаться
button-withdraw = Отменить
button-join = Сесть за стол
button-begin = Начать
button-leave = Уйти
button-resign = Да, сдаюсь
button-go-on = Нет, играю дальше
button-agree = Да, я не против
button-disagree = Нет

## Приветствие, справка, списки

hello-private =
    Здравствуйте, { $who }! Это «Тавлеи»: { $count ->
        [one] { $count } настольная игра
        [few] { $count } настольные игры
       *[other] { $count } настольных игр
    }, почти все — редкие. Здесь можно играть с ботом, а если добавить меня в чат — с друзьями.

    `/play реверси бот` сразу начнёт партию
    `/games` покажет все игры
    `/rules гана` расскажет, как играть
    `/help` покажет все команды
hello-group =
    Здравствуйте, { $who }! Это «Тавлеи»: { $count ->
        [one] { $count } настольная игра
        [few] { $count } настольные игры
       *[other] { $count } настольных игр
    } прямо в чате — друг с другом или с ботом.

    `/play реверси` начнёт партию, `/games` покажет все игры, `/help` — все команды.
help-head = **Команды**
help-foot =
    Ход можно просто написать, например `c3-d4`, латинскими буквами или русскими, либо нажать кнопки под доской. Если у вас в чате несколько партий, ответьте на картинку той, о которой речь.
    Можно сказать всё сразу: `/play русские @друг белыми`, `/play калах бот 3`.

games-head =
    { $count ->
        [one] { $count } игра.
        [few] { $count } игры.
       *[other] { $count } игр.
    } Как играть: `/rules` и название. Сыграть: `/play` и название.
games-foot = Хватит и части названия, на любом языке: `/games башня`.
games-found =
    «{ $name }»: { $count ->
        [one] { $count } игра
        [few] { $count } игры
       *[other] { $count } игр
    }.
rules-what = Правила какой игры показать? Например: `/rules реверси`. Все игры: `/games`
rules-missing = Как в это играют, пока не записано.
rules-first =
    { $side ->
        [white] Начинают белые.
        [black] Начинают чёрные.
        [south] Начинает Юг.
        [east] Начинает Восток.
        [north] Начинает Север.
       *[west] Начинает Запад.
    } { $seats ->
        [2] Играют вдвоём.
        [4] Играют вчетвером.
       *[other] Игроков: { $seats }.
    }
rules-length =
    Партия длится около { $count ->
        [one] { $count } хода
       *[other] { $count } ходов
    } { $seats ->
        [2] на двоих
       *[other] на всех
    }.
mygames-head =
    { $count ->
        [one] У вас { $count } неоконченная партия:
        [few] У вас { $count } неоконченные партии:
       *[other] У вас { $count } неоконченных партий:
    }
mygames-line =
    { $game } — { $turn ->
        [yours] ваш ход
       *[theirs] ход не ваш
    }, { $plies ->
        [0] ещё никто не ходил
        [one] сделан { $plies } ход
        [few] сделано { $plies } хода
       *[other] сделано { $plies } ходов
    }{ $place ->
        [here] { "" }
       *[elsewhere] , в другом чате
    }
mygames-none = Неоконченных партий у вас нет. Начать новую: `/play`

## Настройки

lang-which = На каком языке говорить?
lang-unknown = Такого языка я не знаю. Выберите:
lang-done = Буду говорить по-русски.
lang-done-here = В этом чате буду говорить по-русски.
theme-which = Как рисовать доски?
theme-unknown = Такого вида нет. Выберите:
theme-done = Теперь доски выглядят так: { $theme }.

## Неполадки

record-unreadable = Сохранённая запись повреждена, прочитать её не удалось. Она оставлена как есть; пожалуйста, сообщите тому, кто держит этого бота.
