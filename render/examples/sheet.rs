//! sheet
use tavlei_core::{Seat, catalogue};
use tavlei_render::{Look, Renderer, Theme};
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let e = catalogue::by_slug(&a[0]).expect("slug");
    let opts: Vec<(&str, &str)> = a[2..].iter().filter_map(|w| w.split_once('=')).collect();
    let o = tavlei_core::Options::of(e.info, opts).expect("options");
    let mut t = e.table(&o);
    for p in a[2..].iter().filter(|w| !w.contains('=')) {
        if let Some(n) = p.strip_prefix("random") {
            for k in 0..n.parse::<u64>().expect("n") {
                if let Some(x) = t.random(k * 77 + 5) {
                    t.play(&x).expect("legal");
                }
            }
        } else {
            let p = t.read(p).expect("readable");
            t.play(&p).expect("legal");
        }
    }
    let r = Renderer::new().expect("r");
    let png = r.png(&t.view(), &Look { theme: Theme::default(), seen_by: Seat(0) }).expect("png");
    std::fs::write(&a[1], png).expect("write");
    println!("{} {:?} {:?}", a[0], t.outcome(), t.view().note);
}
