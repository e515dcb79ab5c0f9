//! What README.md and docs/guide.md show: every command runs, and prints what stands there.

use super::*;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The blocks of a page: what language each is in, and its lines.
fn blocks(page: &str) -> Vec<(String, Vec<String>)> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, Vec<String>)> = None;
    for line in page.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(language), None) => open = Some((language.to_owned(), Vec::new())),
            (None, Some((_, lines))) => lines.push(line.to_owned()),
            (None, None) => {}
        }
    }
    assert_eq!(open, None, "every block ends");
    blocks
}

/// The commands in the tables of a page, as a block.
fn table(page: &str) -> (String, Vec<String>) {
    let rows = page.lines().filter(|line| line.starts_with("| "));
    let commands = rows.flat_map(|row| row.split('`').skip(1).step_by(2));
    ("sh".to_owned(), commands.map(str::to_owned).collect())
}

/// Runs a line of a shell, and answers what it printed.
fn shell(folder: &Path, line: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_deepway"));
    let tools = program.parent().expect("a folder").to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = [tools].into_iter().chain(std::env::split_paths(&path));
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {line}\n}} 2>&1")])
        .current_dir(folder)
        .env("PATH", std::env::join_paths(paths).expect("plain paths"))
        .env(
            "COLUMNS",
            if line.contains("deepway look") {
                "64"
            } else {
                "100"
            },
        )
        .env_remove("NO_COLOR")
        .env(
            "DEEPWAY_STORE",
            format!("sqlite:{}", folder.join("worlds.db").display()),
        )
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    String::from_utf8(output.stdout).expect("text")
}

/// Compares what was printed with what is shown; a line `…` stands for any lines.
fn compare(command: &str, shown: &[String], printed: &str) {
    let trimmed = |line: &str| line.trim_end().to_owned();
    let printed: Vec<String> = printed.lines().map(trimmed).collect();
    let shown: Vec<String> = shown.iter().map(|line| trimmed(line)).collect();
    let parts: Vec<&[String]> = shown.split(|line| line == "…").collect();
    let (first, last) = (parts[0], parts[parts.len() - 1]);
    let is_same = match parts.len() {
        1 => printed == shown,
        _ => printed.starts_with(first) && printed.ends_with(last) && printed.len() > shown.len(),
    };
    assert!(is_same, "{command} prints\n{}", printed.join("\n"));
}

#[test]
fn commands_in_the_documents_print_what_is_shown() {
    let folder = Folder::new();
    std::os::unix::fs::symlink(
        root().join("examples").canonicalize().unwrap(),
        folder.path("examples"),
    )
    .unwrap();
    let mut count = 0;
    for page in ["README.md", "docs/guide.md"] {
        let text = fs::read_to_string(root().join(page)).unwrap();
        for (language, lines) in blocks(&text).into_iter().chain([table(&text)]) {
            match language.as_str() {
                "sh" => {
                    // Surveys of a hundred thousand are for machines with time.
                    let is_quick = |line: &&String| {
                        line.starts_with("deepway") && !line.contains("survey")
                            || line.starts_with("echo")
                    };
                    for line in lines.iter().filter(is_quick) {
                        let printed = shell(&folder.0, &format!("set -e; {line}"));
                        assert!(!printed.contains("deepway: "), "{line}: {printed}");
                        count += 1;
                    }
                }
                "" if lines.iter().any(|line| line.starts_with("$ ")) => {
                    for (command, shown) in by_command(&lines) {
                        let printed = shell(&folder.0, &command);
                        if !shown.is_empty() {
                            compare(&command, &shown, &printed);
                        }
                        count += 1;
                    }
                }
                "" if lines
                    .first()
                    .is_some_and(|line| line.starts_with("Sector ")) =>
                {
                    let seed = lines[0]["Sector ".len()..].split(':').next();
                    let seed = seed.expect("a seed before the colon");
                    let command = format!("deepway generate sector --seed {seed}");
                    compare(&command, &lines, &shell(&folder.0, &command));
                    count += 1;
                }
                _ => {}
            }
        }
    }
    assert!(count > 35, "{count} commands");
}

/// The commands of a block, each with the lines below it.
fn by_command(lines: &[String]) -> Vec<(String, Vec<String>)> {
    let mut commands: Vec<(String, Vec<String>)> = Vec::new();
    for line in lines {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command.to_owned(), Vec::new())),
            (None, Some((_, shown))) => shown.push(line.clone()),
            (None, None) => unreachable!("a block begins with a command, not with {line:?}"),
        }
    }
    commands
}
