//! Containers that others write: base64, gzip, zlib, each with a limit to what comes out.

use super::ImportError;
use miniz_oxide::inflate::{self, TINFLStatus};

/// Unpacks a gzip file of at most `most` bytes, and its comment.
pub(super) fn gunzip(
    file: &str,
    bytes: &[u8],
    most: usize,
) -> Result<(Vec<u8>, Vec<u8>), ImportError> {
    let wrong = |problem: &str| ImportError::new(file, format!("not a gzip file: {problem}"));
    let cut = || ImportError::new(file, "cut off: expected the rest of the gzip file");
    if bytes.get(..3) != Some(&[0x1F, 0x8B, 8]) {
        return Err(wrong("expected it to begin with the bytes 1f 8b 08"));
    }
    let flags = *bytes.get(3).ok_or_else(cut)?;
    let mut at = 10;
    if flags & 4 != 0 {
        let length = bytes.get(at..at + 2).ok_or_else(cut)?;
        at += 2 + usize::from(length[0]) + usize::from(length[1]) * 256;
    }
    let mut comment = Vec::new();
    for (flag, is_comment) in [(8, false), (16, true)] {
        if flags & flag == 0 {
            continue;
        }
        let rest = bytes.get(at..).ok_or_else(cut)?;
        let end = rest.iter().position(|&byte| byte == 0).ok_or_else(cut)?;
        if is_comment {
            comment = rest[..end].to_vec();
        }
        at += end + 1;
    }
    if flags & 2 != 0 {
        at += 2;
    }
    let end = bytes
        .len()
        .checked_sub(8)
        .filter(|end| *end > at)
        .ok_or_else(cut)?;
    let body = &bytes[at..end];
    let out = inflate::decompress_to_vec_with_limit(body, most);
    let out = out.map_err(|error| unpacking(file, error.status, most))?;
    let number = |at: usize| {
        let four = bytes.get(at..at + 4).and_then(|four| four.try_into().ok());
        four.map_or(0, u32::from_le_bytes)
    };
    if number(end + 4) != out.len() as u32 || number(end) != crc32(&out) {
        return Err(wrong("its checksum or length is wrong"));
    }
    Ok((out, comment))
}

/// Unpacks zlib data of at most `most` bytes.
pub(super) fn unzlib(file: &str, bytes: &[u8], most: usize) -> Result<Vec<u8>, ImportError> {
    let out = inflate::decompress_to_vec_zlib_with_limit(bytes, most);
    out.map_err(|error| unpacking(file, error.status, most))
}

fn unpacking(file: &str, status: TINFLStatus, most: usize) -> ImportError {
    let problem = match status {
        TINFLStatus::HasMoreOutput => {
            format!("too large once it is unpacked: expected at most {most} bytes")
        }
        TINFLStatus::FailedCannotMakeProgress | TINFLStatus::NeedsMoreInput => {
            "cut off: expected the rest of the compressed data".to_owned()
        }
        _ => "the compressed data is damaged".to_owned(),
    };
    ImportError::new(file, problem)
}

/// The checksum of gzip, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |sum: u32| match sum & 1 {
        1 => sum >> 1 ^ 0xEDB8_8320,
        _ => sum >> 1,
    };
    let add = |sum: u32, byte: &u8| (0..8).fold(sum ^ u32::from(*byte), |sum, _| step(sum));
    !bytes.iter().fold(!0, add)
}

/// The bytes of base64; blanks do not count.
pub(super) fn base64(file: &str, text: &str) -> Result<Vec<u8>, ImportError> {
    let wrong = || ImportError::new(file, "not base64: expected letters, digits, + and /");
    let (mut out, mut bits, mut count) = (Vec::with_capacity(text.len() * 3 / 4), 0u32, 0);
    for letter in text.bytes().filter(|byte| !byte.is_ascii_whitespace()) {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => break,
            _ => return Err(wrong()),
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    Ok(out)
}

/// A name beside the first file, if it stays in its folder.
pub(super) fn inside<'n>(file: &str, name: &'n str) -> Result<&'n str, ImportError> {
    let is_plain =
        |part: &str| !part.is_empty() && part != ".." && !part.contains(['\\', ':', '\0']);
    let name = name.strip_prefix("./").unwrap_or(name);
    match !name.is_empty() && name.split('/').all(is_plain) {
        true => Ok(name),
        false => {
            let shown: String = name.chars().take(80).collect();
            let problem = format!(
                "it names the file {shown:?}: expected one in the same folder, without .. and not absolute"
            );
            Err(ImportError::new(file, problem))
        }
    }
}
