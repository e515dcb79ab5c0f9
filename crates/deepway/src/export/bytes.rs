//! Containers that many formats share: base64, gzip, zlib.

use miniz_oxide::deflate;

/// How hard to compress: as small as it is worth.
const EFFORT: u8 = 7;

/// Bytes as base64, with padding.
pub(super) fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            match i <= chunk.len() {
                true => text.push(char::from(LETTERS[(bits >> (18 - 6 * i)) as usize & 63])),
                false => text.push('='),
            }
        }
    }
    text
}

/// Bytes as a gzip file without a time or a name, with a comment if it is not empty.
pub(super) fn gzip(bytes: &[u8], comment: &str) -> Vec<u8> {
    let flags = if comment.is_empty() { 0 } else { 0x10 };
    // The last byte says that no system is known.
    let mut out = vec![0x1F, 0x8B, 8, flags, 0, 0, 0, 0, 0, 0xFF];
    if !comment.is_empty() {
        out.extend(comment.bytes().filter(|&byte| byte != 0));
        out.push(0);
    }
    out.extend(deflate::compress_to_vec(bytes, EFFORT));
    out.extend(crc32(bytes).to_le_bytes());
    out.extend((bytes.len() as u32).to_le_bytes());
    out
}

/// The checksum of gzip.
fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut i = 0;
        while i < 256 {
            let (mut value, mut bit) = (i as u32, 0);
            while bit < 8 {
                value = match value & 1 {
                    1 => value >> 1 ^ 0xEDB8_8320,
                    _ => value >> 1,
                };
                bit += 1;
            }
            table[i] = value;
            i += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |sum: u32, &byte| {
        sum >> 8 ^ TABLE[(sum as u8 ^ byte) as usize]
    })
}

/// Puts a number into a list of bytes, lowest byte first.
pub(super) fn put_i32(out: &mut Vec<u8>, number: i32) {
    out.extend(number.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        assert_eq!(base64(b""), "");
        assert_eq!(base64(b"f"), "Zg==");
        assert_eq!(base64(b"fo"), "Zm8=");
        assert_eq!(base64(b"foobar"), "Zm9vYmFy");
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
    }

    #[test]
    fn a_gzip_file_has_no_time() {
        let file = gzip(b"levels", "");
        assert_eq!(file[..10], [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]);
        let body = &file[10..file.len() - 8];
        assert_eq!(
            miniz_oxide::inflate::decompress_to_vec(body).unwrap(),
            b"levels"
        );
        assert_eq!(file[file.len() - 4..], 6u32.to_le_bytes());
    }
}
