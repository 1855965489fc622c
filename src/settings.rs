//! Settings from the environment and from a `.env` file in the working directory.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use secrecy::SecretString;

use crate::Failure;

/// Where the local page listens if nothing is said.
const WEB: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

/// The memory for thinking if nothing is said, in MiB.
const MEMORY: usize = 64;
/// The most that can be asked for, in MiB.
const MOST_MEMORY: usize = 65_536;

/// What is logged if nothing is said. sled is silent because its failures reach the log as errors of the session.
const LOG: &str = "info,sled=off,serenity=warn";

/// What the program is told from outside.
#[derive(Debug)]
pub struct Settings {
    /// The folder of the store.
    pub data: PathBuf,
    /// Telegram's token and the address of the Bot API.
    pub telegram: Option<(SecretString, Option<String>)>,
    /// Discord's token and the address of its API.
    pub discord: Option<(SecretString, Option<String>)>,
    /// Where the local page listens, if that was said.
    pub web: Web,
    /// The most memory for thinking, in MiB.
    pub memory: usize,
    /// What is logged, as `tracing` filters are written.
    pub log: String,
}

/// What was said of the local page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Web {
    /// Nothing.
    Unsaid,
    /// That there is none.
    Off,
    /// Where it listens.
    At(SocketAddr),
}

impl Settings {
    /// Where the local page is served, if at all: where it was said, or where it always is when no token is set.
    pub fn page(&self) -> Option<SocketAddr> {
        match self.web {
            Web::At(address) => Some(address),
            Web::Unsaid if self.telegram.is_none() && self.discord.is_none() => Some(WEB),
            Web::Unsaid | Web::Off => None,
        }
    }

    /// Reads the settings; the environment goes before the file.
    pub fn read() -> Result<Settings, Failure> {
        let mut values = HashMap::new();
        match dotenvy::from_path_iter(".env") {
            Ok(lines) => {
                for line in lines {
                    // The error would quote the line, and the line may hold a token.
                    let (name, value) =
                        line.map_err(|_| Failure::other("the file .env has a line that is not NAME=value"))?;
                    values.insert(name, value);
                }
            }
            Err(error) if error.not_found() => {}
            Err(_) => return Err(Failure::other("the file .env cannot be read")),
        }
        values.extend(std::env::vars());
        Settings::of(&values)
    }

    fn of(values: &HashMap<String, String>) -> Result<Settings, Failure> {
        let get = |name: &str| values.get(name).map(|value| value.trim()).filter(|value| !value.is_empty());
        let owned = |name: &str| get(name).map(str::to_owned);
        let front = |token: &str, url: &str| get(token).map(|token| (SecretString::from(token), owned(url)));
        let web = match get("TAVLEI_WEB") {
            None => Web::Unsaid,
            Some("off") => Web::Off,
            Some(address) => Web::At(address.parse().map_err(|_| {
                Failure::Other(format!(
                    "TAVLEI_WEB is \"{address}\": it must be an address such as {WEB}, or off"
                ))
            })?),
        };
        let memory = match get("TAVLEI_MEMORY") {
            None => MEMORY,
            Some(text) => {
                text.parse().ok().filter(|mib| (1..=MOST_MEMORY).contains(mib)).ok_or_else(|| {
                    Failure::Other(format!(
                        "TAVLEI_MEMORY is \"{text}\": it must be a number of MiB from 1 to {MOST_MEMORY}"
                    ))
                })?
            }
        };
        Ok(Settings {
            memory,
            data: get("TAVLEI_DATA").unwrap_or("data").into(),
            telegram: front("TELEGRAM_TOKEN", "TELEGRAM_API_URL"),
            discord: front("DISCORD_TOKEN", "DISCORD_API_URL"),
            web,
            log: owned("TAVLEI_LOG").unwrap_or_else(|| LOG.to_owned()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(pairs: &[(&str, &str)]) -> Result<Settings, Failure> {
        Settings::of(&pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
    }

    #[test]
    fn defaults_need_nothing() {
        let settings = settings(&[]).expect("defaults");
        assert_eq!(settings.page(), Some(WEB));
        assert_eq!(settings.data, PathBuf::from("data"));
        assert!(settings.telegram.is_none() && settings.discord.is_none());
    }

    #[test]
    fn the_memory_is_a_number_of_mebibytes() {
        assert_eq!(settings(&[]).expect("defaults").memory, 64);
        assert_eq!(settings(&[("TAVLEI_MEMORY", "8")]).expect("a number").memory, 8);
        for wrong in ["0", "-1", "much", "99999999"] {
            let refusal = settings(&[("TAVLEI_MEMORY", wrong)]).expect_err("refused").to_string();
            assert!(refusal.contains(wrong) && refusal.contains("MiB"), "{refusal}");
        }
    }

    #[test]
    fn the_page_can_be_switched_off_or_refused() {
        assert_eq!(settings(&[("TAVLEI_WEB", "off")]).expect("off").page(), None);
        assert_eq!(settings(&[("TELEGRAM_TOKEN", "1:A")]).expect("a token").page(), None);
        let both = settings(&[("TELEGRAM_TOKEN", "1:A"), ("TAVLEI_WEB", "127.0.0.1:9")]).expect("both");
        assert_eq!(both.page().map(|address| address.port()), Some(9));
        let refusal = settings(&[("TAVLEI_WEB", "nowhere")]).expect_err("no address").to_string();
        assert!(refusal.contains("nowhere") && refusal.contains("TAVLEI_WEB"));
    }

    #[test]
    fn tokens_do_not_show() {
        let settings =
            settings(&[("TELEGRAM_TOKEN", "12:SECRET"), ("DISCORD_TOKEN", "SECRET2")]).expect("tokens");
        assert!(settings.telegram.is_some() && settings.discord.is_some());
        assert!(!format!("{settings:?}").contains("SECRET"));
    }
}
