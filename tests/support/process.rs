//! The real binary as a child process.

use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;

/// How long a test waits for anything before it gives up: nothing is measured by it.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// A running `tavlei`; it is killed when dropped.
pub struct Process {
    child: Child,
    said: Arc<Mutex<String>>,
    readers: Vec<JoinHandle<()>>,
}

impl Process {
    /// Starts `tavlei run` with its store in `folder` and nothing of this process's environment but the path.
    pub fn start(folder: &Path, settings: &[(&str, &str)]) -> Process {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tavlei"));
        command.arg("run");
        Process::spawn(command, folder, settings)
    }

    /// The same by way of a shell that first does something, such as `ulimit`. A file that gets too long is an error
    /// for the program then, as a full disk is, and not its end.
    pub fn start_after(first: &str, folder: &Path, settings: &[(&str, &str)]) -> Process {
        let mut command = Command::new("sh");
        let line = format!("trap '' XFSZ && {first} && exec \"$0\" run");
        command.args(["-c", &line, env!("CARGO_BIN_EXE_tavlei")]);
        Process::spawn(command, folder, settings)
    }

    fn spawn(mut command: Command, folder: &Path, settings: &[(&str, &str)]) -> Process {
        command
            .current_dir(folder)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("TAVLEI_DATA", folder.join("data"))
            .env("TAVLEI_WEB", "off")
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        let mut child = command.spawn().expect("the binary starts");
        let said = Arc::default();
        let readers = vec![
            collect(child.stdout.take().expect("piped"), Arc::clone(&said)),
            collect(child.stderr.take().expect("piped"), Arc::clone(&said)),
        ];
        Process { child, said, readers }
    }

    /// From now on no file of the program may get longer than this.
    #[cfg(target_os = "linux")]
    pub fn limit(&self, longest: Option<u64>) {
        use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};
        let pid = self.child.id().and_then(|id| Pid::from_raw(id as i32)).expect("it is running");
        let limit = Rlimit { current: longest, maximum: getrlimit(Resource::Fsize).maximum };
        prlimit(Some(pid), Resource::Fsize, limit).expect("one's own program can be limited");
    }

    /// Waits until it says something.
    pub async fn until_said(&self, words: &str) {
        let said = tokio::time::timeout(PATIENCE, async {
            while !self.said().contains(words) {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        });
        assert!(said.await.is_ok(), "it never said {words:?}:\n{}", self.said());
    }

    /// Everything it has written to standard output and standard error so far.
    pub fn said(&self) -> String {
        self.said.lock().unwrap().clone()
    }

    /// Kills it at once, as `kill -9` does.
    pub async fn kill(mut self) -> String {
        self.child.kill().await.expect("it was running");
        self.rest().await
    }

    /// Asks it to stop, as a service manager does, and waits for it.
    pub async fn stop(mut self) -> (ExitStatus, String) {
        self.terminate().await;
        self.end().await
    }

    /// Asks it to stop.
    pub async fn terminate(&self) {
        let pid = self.child.id().expect("it is running").to_string();
        Command::new("kill").arg(pid).status().await.expect("kill is there");
    }

    /// Waits until it ends by itself: its status and everything it said.
    pub async fn ended(mut self) -> (ExitStatus, String) {
        self.end().await
    }

    async fn end(&mut self) -> (ExitStatus, String) {
        let Ok(status) = tokio::time::timeout(PATIENCE, self.child.wait()).await else {
            panic!("the binary does not end; it said:\n{}", self.said());
        };
        let status = status.expect("its status is known");
        (status, self.rest().await)
    }

    async fn rest(&mut self) -> String {
        for reader in self.readers.drain(..) {
            reader.await.expect("reading does not fail");
        }
        self.said()
    }
}

fn collect(from: impl AsyncRead + Unpin + Send + 'static, into: Arc<Mutex<String>>) -> JoinHandle<()> {
    tokio::spawn(async move {
        let mut lines = BufReader::new(from).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            let mut said = into.lock().unwrap();
            said.push_str(&line);
            said.push('\n');
        }
    })
}
