//! What a store with many finished games takes: room on the disk, time to start, memory.
//!
//! `cargo run --release -p tavlei-session --example store_size -- GAMES` plays so many games of 12 plies, 500 at a time, as far
//! as the store is concerned, is killed, and starts twice.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use tavlei_session::store::{Pair, check};
use tavlei_session::{DiskStore, Store};

/// Games side by side.
const BESIDE: u64 = 500;
const PLIES: u64 = 12;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let games = args.first().and_then(|games| games.parse().ok()).unwrap_or(20_000);
    if let Some(folder) = args.get(1) {
        play(Path::new(folder), games);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let me = std::env::current_exe().expect("the path of this program");
    let began = Instant::now();
    let status =
        Command::new(me).args([args.first().map_or("20000", |games| games)]).arg(folder.path()).status();
    assert!(!status.expect("it starts").success(), "it kills itself");
    println!("played in {:.0?}", began.elapsed());
    for how in ["after a kill", "after a stop"] {
        let began = Instant::now();
        let store = DiskStore::open(folder.path()).expect("opens");
        println!("start {how}: {:.2?}, {}", began.elapsed(), memory());
        drop(store);
    }
    let report = check(folder.path()).expect("whole");
    let times = report.size as f64 / report.live as f64;
    println!(
        "{} records of {} bytes take {} bytes: {times:.2} times as much",
        report.records, report.live, report.size
    );
    for entry in std::fs::read_dir(folder.path()).expect("readable") {
        let path = entry.expect("readable").path();
        println!("  {} {}", path.file_name().unwrap_or_default().to_string_lossy(), size(&path));
    }
}

/// Plays, and is gone without a word.
fn play(folder: &Path, games: u64) -> ! {
    let store = DiskStore::open(folder).expect("opens");
    let mut most = 0;
    for first in (0..games).step_by(BESIDE as usize) {
        for ply in 0..=PLIES {
            let writes: Vec<Pair> =
                (first..games.min(first + BESIDE)).flat_map(|game| changes(game, ply)).collect();
            let _ = store.commit(&[], &writes).expect("stored");
        }
        most = most.max(size(folder));
    }
    println!("{}, at most {most} bytes on the disk", memory());
    std::process::abort()
}

/// What a ply of a game writes.
fn changes(game: u64, ply: u64) -> Vec<Pair> {
    let id = format!("{:08x}", game.wrapping_mul(2_654_435_761) & 0xffff_ffff);
    let plies: Vec<String> = (0..ply)
        .map(|ply| {
            format!(
                r#"{{"text":"c{}-d{}","seat":{},"at":{}}}"#,
                game % 8,
                ply,
                ply % 2,
                1_790_000_000_000 + game * 977 + ply * 7_001
            )
        })
        .collect();
    let ended = if ply == PLIES {
        r#"{"at":1790000000000,"winner":0,"reason":"resigned","score":null,"places":null}"#
    } else {
        "null"
    };
    let guest = |n: u64| {
        format!(
            r#"{{"person":{{"id":{{"platform":"telegram","id":"{}"}},"name":"Anna {n}"}}}}"#,
            n * 7_919 % 99_999_989
        )
    };
    let record = format!(
        r#"{{"kind":"game","v":1,"id":"{id}","slug":"russian","options":{{}},"seats":[{},{}],"began":1790000000000,"plies":[{}],"stage":{ply},"offer":null,"asked":null,"mood":{{"even":0,"hopeless":0,"lost":0,"win":null,"offered":null}},"ended":{ended},"again":false,"chats":[{{"chat":{{"platform":"telegram","id":"-100{}"}},"seen_by":0}}]}}"#,
        guest(game),
        guest(game * 3 + 1),
        plies.join(","),
        game % 5_000,
    );
    let mut writes = vec![(format!("game/{id}"), Some(record.into_bytes()))];
    let seen = |ply: u64| format!("seen/telegram/{:012}", game * PLIES + ply);
    let message = |ply: u64| format!("message/telegram/-100{}/{:08}", game % 5_000, game * PLIES + ply);
    if ply == PLIES {
        // As if it were swept out at once.
        writes.extend((0..PLIES).flat_map(|ply| [(seen(ply), None), (message(ply), None)]));
    } else {
        writes.push((seen(ply), Some(br#"{"kind":"seen","v":1,"at":1790000000000}"#.to_vec())));
        writes.push((
            message(ply),
            Some(format!(r#"{{"kind":"link","v":1,"game":"{id}","at":1790000000000}}"#).into_bytes()),
        ));
    }
    writes
}

fn size(path: &Path) -> u64 {
    let Ok(entries) = std::fs::read_dir(path) else {
        return std::fs::metadata(path).map_or(0, |it| it.len());
    };
    entries.flatten().map(|entry| size(&entry.path())).sum()
}

/// The memory that this process takes, where the system tells.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    format!("{} of memory at most", line.unwrap_or("unknown").trim())
}
