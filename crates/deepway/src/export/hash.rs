//! Ids that follow from names, for formats that want random ones.

/// The FNV-1a hash of a text, from a start that tells uses apart.
fn hash(text: &str, start: u64) -> u64 {
    let bytes = text.bytes();
    let sum = bytes.fold(0xCBF2_9CE4_8422_2325 ^ start, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    // Short texts that differ at their end differ everywhere.
    let mixed = (sum ^ sum >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ mixed >> 29
}

/// An id as LDtk has them: 32 hexadecimal digits in five groups.
pub(super) fn uuid(name: &str) -> String {
    let (a, b) = (hash(name, 1), hash(name, 2));
    format!(
        "{:08x}-{:04x}-4{:03x}-8{:03x}-{:012x}",
        a >> 32,
        a >> 16 & 0xFFFF,
        a & 0xFFF,
        b >> 48 & 0xFFF,
        b & 0xFFFF_FFFF_FFFF
    )
}

/// An id as Foundry has them: 16 letters and digits.
pub(super) fn letters(name: &str) -> String {
    const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut bits = u128::from(hash(name, 3)) << 64 | u128::from(hash(name, 4));
    let mut id = String::new();
    for _ in 0..16 {
        id.push(char::from(LETTERS[(bits % 62) as usize]));
        bits /= 62;
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn ids_have_their_form_and_differ() {
        let mut seen = HashSet::new();
        for number in 0..20_000 {
            let name = format!("wall {number}");
            let id = letters(&name);
            assert!(id.len() == 16 && id.bytes().all(|b| b.is_ascii_alphanumeric()));
            assert!(seen.insert(id));
            let id = uuid(&name);
            assert_eq!(id.len(), 36);
            assert!(seen.insert(id));
        }
    }
}
