//! Holds the invariants of `docs/architecture.md` that a test can hold.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the engine, in the order in which data flows. A module uses
/// only what stands before it.
const ORDER: [&str; 32] = [
    "seed",
    "expression",
    "ids",
    "space",
    "cell",
    "material",
    "thing",
    "volume",
    "rules",
    "link",
    "serial",
    "text",
    "nav",
    "sight",
    "check",
    "words",
    "population",
    "report",
    "sector",
    "maze",
    "strata",
    "world",
    "traverse",
    "play",
    "validate",
    "generate",
    "view",
    "answer",
    "json",
    "codec",
    "export",
    "import",
];

/// What the engine must not touch: files, clock, network, environment, threads, the terminal.
const FORBIDDEN: [&str; 9] = [
    "std::fs",
    "std::io",
    "std::time",
    "std::net",
    "std::env",
    "std::thread",
    "println!",
    "eprintln!",
    "std::process",
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("the source folder is there") {
        let path = entry.expect("and can be listed").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// The module that a file belongs to: its first folder or its name.
fn module_of(file: &Path) -> String {
    let relative = file.strip_prefix(source()).expect("files come from there");
    let first = relative.components().next().expect("a file has a name");
    let name = Path::new(first.as_os_str());
    name.file_stem()
        .expect("with a stem")
        .to_string_lossy()
        .into_owned()
}

/// The part of a file that is not its tests.
fn without_tests(text: &str) -> &str {
    &text[..text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len())]
}

fn floor(module: &str) -> usize {
    ORDER
        .iter()
        .position(|known| *known == module)
        .expect("every module is in ORDER")
}

/// Every path that a text names, with lists in braces written out: `a::{b, c::{d, e}}` is
/// `a::b`, `a::c::d` and `a::c::e`.
fn paths(text: &str) -> Vec<String> {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut paths = Vec::new();
    // The path so far of each list that is open.
    let mut lists: Vec<String> = Vec::new();
    let mut path = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        if is_name(letter) {
            let end = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
            path += &rest[..end];
            rest = &rest[end..];
            continue;
        }
        if let Some(after) = rest.strip_prefix("::{") {
            lists.push(path.clone() + "::");
            path = lists.last().cloned().unwrap_or_default();
            rest = after;
            continue;
        }
        if let Some(after) = rest.strip_prefix("::") {
            path += "::";
            rest = after;
            continue;
        }
        if !path.is_empty() && !lists.contains(&path) {
            paths.push(std::mem::take(&mut path));
        }
        match letter {
            '}' => _ = lists.pop(),
            // Not part of a list: whatever was open is over.
            ';' | '(' | '{' => lists.clear(),
            _ => {}
        }
        path = lists.last().cloned().unwrap_or_default();
        rest = &rest[letter.len_utf8()..];
    }
    paths.push(path);
    paths
}

/// The modules that a text names as `crate::module`, in lists as well.
fn used_modules(text: &str) -> Vec<String> {
    let mut used: Vec<String> = paths(text)
        .iter()
        .filter_map(|path| path.strip_prefix("crate::")?.split("::").next())
        .map(str::to_owned)
        .collect();
    used.retain(|name| ORDER.contains(&name.as_str()));
    used
}

/// The imports of a module that point to a later floor.
fn upward_imports(module: &str, text: &str) -> Vec<String> {
    used_modules(text)
        .into_iter()
        .filter(|used| floor(used) > floor(module))
        .collect()
}

#[test]
fn no_module_imports_from_above() {
    for file in rust_files(&source()) {
        let module = module_of(&file);
        if module == "lib" || file.ends_with("tests.rs") {
            continue;
        }
        let upward = upward_imports(&module, &code_of(&file));
        assert!(upward.is_empty(), "{} imports {upward:?}", file.display());
    }
}

#[test]
fn an_upward_import_would_be_found() {
    assert_eq!(
        upward_imports("cell", "use crate::volume::Volume;"),
        ["volume"]
    );
    assert_eq!(
        upward_imports("cell", "use crate::{space::Pos, text};"),
        ["text"]
    );
    assert_eq!(
        upward_imports("cell", "fn f() -> crate::view::Scene {}"),
        ["view"]
    );
    assert_eq!(
        upward_imports(
            "cell",
            "use crate::{\n    space::{Pos, Layer},\n    nav::{Route},\n};"
        ),
        ["nav"]
    );
    assert_eq!(
        upward_imports("view", "use crate::cell::Cell;"),
        Vec::<String>::new()
    );
    assert_eq!(
        upward_imports("link", "use crate::rules::MoveRules;"),
        Vec::<String>::new()
    );
}

#[test]
fn every_module_has_its_floor() {
    let lib = fs::read_to_string(source().join("lib.rs")).expect("there is a lib.rs");
    let modules = lib.lines().filter_map(|line| {
        line.strip_prefix("pub mod ")
            .or(line.strip_prefix("mod "))?
            .strip_suffix(';')
    });
    let mut declared: Vec<&str> = modules.collect();
    let mut ordered = ORDER.to_vec();
    declared.sort_unstable();
    ordered.sort_unstable();
    assert_eq!(declared, ordered);
}

/// What a file does that the engine must not do.
fn forbidden_uses(text: &str) -> Vec<&'static str> {
    let named = paths(text);
    let is_used = |forbidden: &&str| match forbidden.strip_suffix('!') {
        Some(_) => text.contains(*forbidden),
        None => named.iter().any(|path| {
            let rest = path.strip_prefix(*forbidden);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
        }),
    };
    FORBIDDEN.into_iter().filter(is_used).collect()
}

/// The lines of a file that are neither tests nor comments.
fn code_of(file: &Path) -> String {
    let text = fs::read_to_string(file).expect("source is text");
    let lines = without_tests(&text).lines();
    let lines = lines.filter(|line| !line.trim_start().starts_with("//"));
    lines.fold(String::new(), |code, line| code + line + "\n")
}

/// The files of a folder without those that hold only tests.
fn code_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = rust_files(folder);
    let is_test = |part: &std::ffi::OsStr| part == "tests.rs" || part == "tests";
    files.retain(|file| !file.iter().any(is_test));
    files
}

#[test]
fn the_engine_touches_nothing_outside() {
    for file in code_files(&source()) {
        let found = forbidden_uses(&code_of(&file));
        assert!(found.is_empty(), "{} uses {found:?}", file.display());
    }
}

#[test]
fn a_touch_behind_a_list_would_be_found() {
    for (code, found) in [
        ("use std::fs;", "std::fs"),
        ("use std::{fmt, fs::File};", "std::fs"),
        (
            "use std::{\n    fmt,\n    time::{Instant, Duration},\n};",
            "std::time",
        ),
        ("fn f() { std::env::var(\"x\"); }", "std::env"),
        ("println!(\"x\");", "println!"),
    ] {
        assert_eq!(forbidden_uses(code), [found], "{code}");
    }
    assert_eq!(forbidden_uses("use std::{fmt, iter};"), [""; 0]);
}

/// The modules of the engine that may look into the body of a world, and, in the program
/// as well, files named after a kind.
const MAY_MATCH: [&str; 5] = ["world", "codec", "validate", "view", "play"];
const KINDS: [&str; 4] = ["map", "sector", "maze", "strata"];

/// Whether a file looks into the body of a world.
fn matches_on_body(code: &str) -> bool {
    let is_body = |path: &String| {
        let mut parts = path.split("::");
        parts.any(|part| part == "Body")
    };
    paths(code).iter().any(is_body)
}

#[test]
fn only_a_few_places_look_into_a_world() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cli/src");
    for file in code_files(&source()) {
        let is_free =
            MAY_MATCH.contains(&module_of(&file).as_str()) || is_named_after_a_kind(&file);
        assert!(
            is_free || !matches_on_body(&code_of(&file)),
            "{}",
            file.display()
        );
    }
    for file in code_files(&program) {
        let is_free = is_named_after_a_kind(&file);
        assert!(
            is_free || !matches_on_body(&code_of(&file)),
            "{}",
            file.display()
        );
    }
}

/// Whether a file, or a folder that it is in, has the name of a kind of world.
fn is_named_after_a_kind(file: &Path) -> bool {
    let name = |part: &std::ffi::OsStr| Path::new(part).with_extension("");
    let parts = file.iter().map(name);
    parts
        .rev()
        .take(2)
        .any(|part| KINDS.iter().any(|kind| part == Path::new(kind)))
}

#[test]
fn a_look_into_a_world_would_be_found() {
    for code in [
        "match world.body() { Body::Map(_) => 1, _ => 2 }",
        "use deepway::world::{Body, World};",
        "if let world::Body::Maze(maze) = body {}",
    ] {
        assert!(matches_on_body(code), "{code}");
    }
    assert!(!matches_on_body("let body = world.body(); // everybody"));
    assert!(is_named_after_a_kind(Path::new("src/command/maze.rs")));
    assert!(is_named_after_a_kind(Path::new("src/view/sector/stack.rs")));
    assert!(!is_named_after_a_kind(Path::new("src/command/show.rs")));
}

/// Whether a file looks for links itself.
fn looks_for_links(code: &str) -> bool {
    let is_scan = |path: &String| {
        let roots = ["crate::", "deepway::", "::deepway::"];
        let root = roots.iter().find_map(|root| path.strip_prefix(root));
        let path = root.unwrap_or(path);
        path == "link::scan" || path == "link::find_at" || path.contains("link::scan::")
    };
    paths(code).iter().any(is_scan)
}

/// Views and commands get the links of a world from it.
#[test]
fn no_view_and_no_command_looks_for_links() {
    let commands = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cli/src");
    for file in [code_files(&source().join("view")), code_files(&commands)].concat() {
        assert!(!looks_for_links(&code_of(&file)), "{}", file.display());
    }
}

#[test]
fn a_search_for_links_would_be_found() {
    for code in [
        "let links = link::scan(volume, &rules);",
        "use crate::link::{self, scan};",
        "crate::link::scan(volume, rules)",
        "deepway::link::scan(volume, rules)",
        "use deepway::link::scan;",
    ] {
        assert!(looks_for_links(code), "{code}");
    }
    assert!(!looks_for_links(
        "use crate::link::Link; world.links(&rules)"
    ));
}

#[test]
fn the_map_in_the_documentation_names_every_module() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/architecture.md");
    let page = fs::read_to_string(page).expect("docs/architecture.md is there");
    for module in ORDER {
        assert!(
            page.contains(&format!("`{module}`")),
            "{module} is missing in docs/architecture.md"
        );
    }
}
