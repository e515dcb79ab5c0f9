//! Lists and maps that are refused as soon as they are too long or have a key twice.

use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// A list that is refused as soon as it is too long, before more of it is read.
pub(super) struct AtMost<T, const N: usize>(pub(super) Vec<T>);

impl<'de, T: Deserialize<'de>, const N: usize> Deserialize<'de> for AtMost<T, N> {
    fn deserialize<D: Deserializer<'de>>(file: D) -> Result<Self, D::Error> {
        struct List<T, const N: usize>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>, const N: usize> Visitor<'de> for List<T, N> {
            type Value = Vec<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of at most {N}")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
                let mut found = Vec::new();
                while let Some(element) = list.next_element()? {
                    if found.len() == N {
                        return Err(Error::custom(format_args!(
                            "expected a list of at most {N}"
                        )));
                    }
                    found.push(element);
                }
                Ok(found)
            }
        }
        file.deserialize_seq(List::<T, N>(PhantomData)).map(Self)
    }
}

/// Reads a list of at most `N`.
pub(super) fn at_most<'de, D: Deserializer<'de>, T: Deserialize<'de>, const N: usize>(
    file: D,
) -> Result<Vec<T>, D::Error> {
    AtMost::<T, N>::deserialize(file).map(|list| list.0)
}

/// Reads a map, and refuses a key that is there twice.
pub(super) fn unique<'de, D, K>(file: D) -> Result<BTreeMap<K, String>, D::Error>
where
    D: Deserializer<'de>,
    K: Deserialize<'de> + Ord + fmt::Debug,
{
    struct Keys<K>(PhantomData<K>);
    impl<'de, K: Deserialize<'de> + Ord + fmt::Debug> Visitor<'de> for Keys<K> {
        type Value = BTreeMap<K, String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object of texts")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut file: A) -> Result<Self::Value, A::Error> {
            let mut found = BTreeMap::new();
            while let Some(key) = file.next_key()? {
                if found.contains_key(&key) {
                    let what = format_args!("the key {key:?} is there twice: expected it once");
                    return Err(Error::custom(what));
                }
                found.insert(key, file.next_value()?);
            }
            Ok(found)
        }
    }
    file.deserialize_map(Keys(PhantomData))
}

/// Reads over a value that is only written.
pub(super) fn ignored<'de, D: Deserializer<'de>, T: Default>(file: D) -> Result<T, D::Error> {
    IgnoredAny::deserialize(file).map(|_| T::default())
}
