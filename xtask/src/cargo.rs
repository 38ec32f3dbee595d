//! Runs cargo and finds what it built.

use std::env;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use cargo_metadata::{Message, Metadata, MetadataCommand};

/// A cargo command in `root`, with the same cargo that runs this program.
fn command(root: &Path) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    command
}

/// Builds with `arguments` and returns the executable of the target named `target`.
///
/// # Errors
///
/// Cargo is missing, the build fails, or it makes no such executable.
pub(crate) fn build_executable(root: &Path, arguments: &[&str], target: &str) -> Result<PathBuf> {
    let shown = format!("cargo {}", arguments.join(" "));
    let mut child = command(root)
        .args(arguments)
        .arg("--message-format=json-render-diagnostics")
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot run {shown}"))?;
    let messages = child.stdout.take().context("the output of cargo was not captured")?;
    let mut executable = None;
    for message in Message::parse_stream(BufReader::new(messages)) {
        if let Message::CompilerArtifact(artifact) =
            message.context("cannot read cargo's report")?
            && artifact.target.name == target
            && let Some(path) = artifact.executable
        {
            executable = Some(path.into_std_path_buf());
        }
    }
    if !child.wait()?.success() {
        bail!("{shown} failed");
    }
    executable.with_context(|| format!("{shown} made no executable named {target}"))
}

/// The packages of the workspace in `root`, without their third-party dependencies.
///
/// # Errors
///
/// Cargo is missing or a manifest cannot be read.
pub(crate) fn metadata(root: &Path) -> Result<Metadata> {
    MetadataCommand::new()
        .current_dir(root)
        .no_deps()
        .exec()
        .context("cannot read the workspace with cargo metadata")
}
