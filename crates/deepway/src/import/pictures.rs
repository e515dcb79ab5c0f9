//! Pictures of tilesets: the cells do not need them, but what is there has to be a picture.

use super::bytes::inside;
use super::{Folder, ImportError};
use std::collections::BTreeSet;

/// The most pictures that are looked at.
const MOST: usize = 256;

/// How files of pictures begin.
const STARTS: [(usize, &[u8]); 7] = [
    (0, b"\x89PNG\r\n\x1A\n"),
    (0, b"\xFF\xD8\xFF"),
    (0, b"GIF8"),
    (0, b"BM"),
    (8, b"WEBP"),
    (0, b"II*\0"),
    (0, b"MM\0*"),
];

/// Looks for the pictures that a file names, relative to a folder beside it: one that is no
/// picture is refused, one that is missing or elsewhere is said.
pub(super) fn look(
    file: &str,
    beside: &str,
    names: &BTreeSet<String>,
    folder: &mut dyn Folder,
    left: &mut Vec<String>,
) -> Result<(), ImportError> {
    for name in names.iter().take(MOST) {
        let path = format!("{beside}{}", name.strip_prefix("./").unwrap_or(name));
        let found = inside(file, &path).and_then(|path| folder.read(path));
        let shown: String = name.chars().take(80).collect();
        let Ok(bytes) = found else {
            left.push(format!(
                "the picture {shown:?} of a tileset: it is not in the folder, and cells need none"
            ));
            continue;
        };
        if !is_picture(&bytes) {
            return Err(ImportError::new(
                &path,
                "not a picture: expected PNG, JPEG, GIF, BMP, WebP, TIFF or SVG",
            ));
        }
    }
    Ok(())
}

fn is_picture(bytes: &[u8]) -> bool {
    let begins = |(at, start): &(usize, &[u8])| {
        let part = bytes.get(*at..at + start.len());
        part == Some(*start)
    };
    let text = &bytes[..bytes.len().min(1024)];
    let is_svg =
        text.trim_ascii_start().starts_with(b"<") && text.windows(4).any(|part| part == b"<svg");
    STARTS.iter().any(begins) || is_svg
}

/// The folder of a file beside the first one, with a slash after it; nothing if it is the same.
pub(super) fn folder_of(name: &str) -> &str {
    name.rfind('/').map_or("", |slash| &name[..=slash])
}
