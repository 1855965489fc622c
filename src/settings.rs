//! Settings from the environment and from a `.env` file in the working directory.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::PathBuf;

use secrecy::SecretString;

use crate::Failure;

/// Where the local page listens if nothing is said.
const WEB: &str = "127.0.0.1:8080";

/// What the program is told from outside.
#[derive(Debug)]
pub struct Settings {
    /// The folder of the store.
    pub data: PathBuf,
    /// Telegram's token and the address of the Bot API.
    pub telegram: Option<(SecretString, Option<String>)>,
    /// Discord's token and the address of its API.
    pub discord: Option<(SecretString, Option<String>)>,
    /// Where the local page listens; none for no page.
    pub web: Option<SocketAddr>,
    /// What is logged, as `tracing` filters are written.
    pub log: String,
}

impl Settings {
    /// Reads the settings; the environment goes before the file.
    pub fn read() -> Result<Settings, Failure> {
        let mut values = HashMap::new();
        match dotenvy::from_filename_iter(".env") {
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
        let web = match get("TAVLEI_WEB").unwrap_or(WEB) {
            "off" => None,
            address => Some(address.parse().map_err(|_| {
                Failure::Other(format!(
                    "TAVLEI_WEB is \"{address}\": it must be an address such as {WEB}, or off"
                ))
            })?),
        };
        Ok(Settings {
            data: get("TAVLEI_DATA").unwrap_or("data").into(),
            telegram: front("TELEGRAM_TOKEN", "TELEGRAM_API_URL"),
            discord: front("DISCORD_TOKEN", "DISCORD_API_URL"),
            web,
            log: owned("TAVLEI_LOG").unwrap_or_else(|| "info".to_owned()),
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
        assert_eq!(settings.web, WEB.parse().ok());
        assert_eq!(settings.data, PathBuf::from("data"));
        assert!(settings.telegram.is_none() && settings.discord.is_none());
    }

    #[test]
    fn the_page_can_be_switched_off_or_refused() {
        assert_eq!(settings(&[("TAVLEI_WEB", "off")]).expect("off").web, None);
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
