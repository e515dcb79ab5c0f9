//! Holds the invariants of `docs/architecture.md` that a test can hold.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the engine, in the order in which data flows. A module uses
/// only what stands before it.
const ORDER: [&str; 20] = [
    "seed", "space", "cell", "material", "thing", "volume", "rules", "link", "serial", "text",
    "nav", "check", "words", "sector", "maze", "traverse", "validate", "generate", "json", "view",
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

/// The modules that a text names as `crate::module`, also in `crate::{a, b}`.
fn used_modules(text: &str) -> Vec<String> {
    let mut used = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + "crate::".len()..];
        let end = if rest.starts_with('{') {
            rest.find('}').unwrap_or(rest.len())
        } else {
            rest.find([':', ';', ' ', ')', '<', ','])
                .unwrap_or(rest.len())
        };
        let names = rest[..end].trim_start_matches('{').split(',');
        used.extend(names.map(|name| name.split("::").next().unwrap_or("").trim().to_owned()));
    }
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
        let text = fs::read_to_string(&file).expect("source is text");
        let upward = upward_imports(&module, without_tests(&text));
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

#[test]
fn the_engine_touches_nothing_outside() {
    let is_test = |file: &PathBuf| file.ends_with("tests.rs");
    for file in rust_files(&source())
        .into_iter()
        .filter(|file| !is_test(file))
    {
        let text = fs::read_to_string(&file).expect("source is text");
        let code: String = without_tests(&text)
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .collect();
        for forbidden in FORBIDDEN {
            assert!(
                !code.contains(forbidden),
                "{} uses {forbidden}",
                file.display()
            );
        }
    }
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
