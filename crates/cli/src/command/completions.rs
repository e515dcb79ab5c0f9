//! `deepway completions`.

use crate::{Args, Status, output};
use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  deepway completions bash > ~/.local/share/bash-completion/completions/deepway
  deepway completions fish > ~/.config/fish/completions/deepway.fish
  deepway completions zsh  > \"${fpath[1]}/_deepway\"")]
pub(crate) struct CompletionsArgs {
    /// The shell to write the script for
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(args: &CompletionsArgs) -> Result<Status> {
    // Into memory first: the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "deepway", &mut script);
    output::print(|out| out.write_all(&script))?;
    Ok(Status::Done)
}
