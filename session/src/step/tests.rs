//! Each command and rule, through the step.

use crate::testing::Desk;

#[test]
fn a_person_plays_the_bot_by_typing() {
    let mut desk = Desk::private();
    let texts = desk.says("Anna", "/play reversi bot 1");
    assert!(texts.last().is_some_and(|text| text.contains("Black to move: Anna")), "{texts:?}");
    let texts = desk.says("Anna", "D3");
    assert!(texts[0].contains("Black played: d3") && texts[0].contains("is thinking"), "{texts:?}");
    desk.bot_thinks();
    assert_eq!(desk.plies().len(), 2);
    assert!(desk.texts()[0].contains("White played"), "{:?}", desk.texts());
    assert!(desk.board().picture.is_some());
}
