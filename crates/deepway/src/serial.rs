//! Serde for small values: positions as lists of numbers, everything else as text.
//!
//! Deepway's own files do not use this (see [`crate::json`] and [`crate::text`]);
//! it is for programs that keep positions, rules or things in their own files.

use crate::cell::{Cell, LinkKind};
use crate::material::Material;
use crate::seed::{Dice, Seed, StreamState};
use crate::space::{Biome, Direction, Layer, MazePos, Pos, RoomPos, ZonePos};
use crate::thing::ThingKind;
use crate::volume::Size;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A type whose values are written as text and read from it.
macro_rules! as_text {
    ($($type:ty: $expected:literal, $write:expr, $read:expr;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let write: fn(&Self) -> String = $write;
                serializer.serialize_str(&write(self))
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let read: fn(&str) -> Option<Self> = $read;
                let text = String::deserialize(deserializer)?;
                read(&text).ok_or_else(|| {
                    let found: String = text.chars().take(80).collect();
                    D::Error::custom(format_args!("{found:?}: expected {}", $expected))
                })
            }
        }
    )*};
}

/// A type whose values are written as a list of three numbers.
macro_rules! as_three {
    ($($type:ty: $number:ty, $write:expr, $read:expr;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let write: fn(&Self) -> [$number; 3] = $write;
                write(self).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let read: fn([$number; 3]) -> Result<Self, String> = $read;
                read(Deserialize::deserialize(deserializer)?).map_err(D::Error::custom)
            }
        }
    )*};
}

as_three! {
    Pos: i32, |pos| pos.to_array(), |array| Ok(array.into());
    RoomPos: i32, |pos| [pos.x, pos.y, pos.z], |[x, y, z]| Ok(Self::new(x, y, z));
    Size: u32,
        |size| [size.width(), size.height(), size.levels()],
        |[width, height, levels]| Self::new(width, height, levels).map_err(|error| error.to_string());
}

as_text! {
    MazePos: "level:row:column",
        |pos| format!("{}:{}:{}", pos.level, pos.row, pos.col),
        |text| numbers(text, ':').map(|[level, row, col]| Self { level, row, col });
    ZonePos: "PX.PY.ZX.ZY.Z",
        |pos| {
            let ([px, py], [zx, zy]) = (pos.parasang(), pos.zone());
            format!("{px}.{py}.{zx}.{zy}.{}", pos.z())
        },
        |text| numbers(text, '.').and_then(|[px, py, zx, zy, z]| Self::new([px, py], [zx, zy], z));
    Direction: "a direction, such as north",
        |direction| direction.name().to_owned(),
        |text| text.parse().ok();
    Layer: "a layer, such as ground_level",
        |layer| layer.id().to_owned(),
        Self::from_id;
    Biome: "a biome, such as niflheim",
        |biome| biome.id().to_owned(),
        |text| Self::ALL.into_iter().find(|biome| biome.id() == text);
    Cell: "a glyph of a text map",
        |cell| cell.glyph().to_string(),
        |text| {
            let mut glyphs = text.chars();
            glyphs.next().filter(|_| glyphs.as_str().is_empty()).and_then(Self::from_glyph)
        };
    LinkKind: "a kind of link, such as ladder",
        |kind| kind.name().to_owned(),
        |text| Self::ALL.into_iter().find(|kind| kind.name() == text);
    Material: "a material of the table, none, or #128 to #255 for a map's own",
        write_material,
        read_material;
    ThingKind: "a kind of thing",
        |kind| kind.name().to_owned(),
        |text| Some(text.into());
    Seed: "a number from 0 to 18446744073709551615",
        |seed| seed.to_string(),
        |text| text.parse().ok();
    StreamState: "64 hexadecimal digits, not all of them 0",
        |state| state.to_string(),
        |text| text.parse().ok();
    Dice: "dice, such as 3d6+2",
        |dice| dice.to_string(),
        |text| text.parse().ok();
}

/// The name of a material; only a map knows the names of custom materials.
fn write_material(material: &Material) -> String {
    match material.info() {
        _ if *material == Material::NONE => "none".to_owned(),
        Some(info) => info.name.to_owned(),
        None => format!("#{}", material.byte()),
    }
}

fn read_material(text: &str) -> Option<Material> {
    match text.strip_prefix('#') {
        _ if text == "none" => Some(Material::NONE),
        Some(number) => {
            let material = Material::from_byte(number.parse().ok()?);
            material.is_custom().then_some(material)
        }
        None => Material::from_name(text),
    }
}

/// `COUNT` numbers with a separator between them.
fn numbers<const COUNT: usize>(text: &str, between: char) -> Option<[u32; COUNT]> {
    let numbers: Option<Vec<u32>> = text.split(between).map(|word| word.parse().ok()).collect();
    numbers?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::Link;
    use crate::rules::{Avoided, Gravity, MoveRules, Moves, Ramps, Stairs};
    use crate::thing::Thing;
    use serde::de::DeserializeOwned;
    use std::fmt::Debug;

    /// Checks that a value is written as this text and read back.
    #[track_caller]
    fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, text: &str) {
        assert_eq!(serde_json::to_string(&value).unwrap(), text);
        assert_eq!(serde_json::from_str::<T>(text).unwrap(), value);
    }

    #[track_caller]
    fn refused<T: DeserializeOwned + Debug>(text: &str, message: &str) {
        let error = serde_json::from_str::<T>(text).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }

    #[test]
    fn values_are_written_as_people_would_and_read_back() {
        check(Pos::new(-1, 2, 3), "[-1,2,3]");
        check(RoomPos::new(4, -5, 2), "[4,-5,2]");
        check(Size::new(80, 25, 3).unwrap(), "[80,25,3]");
        let maze = MazePos {
            level: 1,
            row: 5,
            col: 31,
        };
        check(maze, "\"1:5:31\"");
        check(
            ZonePos::new([79, 3], [2, 1], 10).unwrap(),
            "\"79.3.2.1.10\"",
        );
        check(Seed::new(u64::MAX), "\"18446744073709551615\"");
        check("3d6+2".parse::<Dice>().unwrap(), "\"3d6+2\"");
        check(Material::NONE, "\"none\"");
        check(Material::LAVA, "\"lava\"");
        check(Material::from_byte(200), "\"#200\"");
        check(ThingKind::Other("odd".to_owned()), "\"odd\"");
        let stream = Seed::new(1).stream().save();
        check(stream, &format!("\"{stream}\""));
        let thing = Thing::new(Pos::new(1, 2, 0), ThingKind::Label, "A \"hall\"").with("a", "b");
        check(
            thing,
            r#"{"place":[1,2,0],"kind":"label","name":"A \"hall\"","properties":{"a":"b"}}"#,
        );
        let link = Link {
            kind: LinkKind::Ladder,
            low: Pos::new(0, 0, 0),
            high: Pos::new(0, 0, 1),
            up: true,
            down: false,
            group: 7,
        };
        check(
            link,
            r#"{"kind":"ladder","low":[0,0,0],"high":[0,0,1],"up":true,"down":false,"group":7}"#,
        );
    }

    #[test]
    fn every_name_reads_back() {
        fn all<T: Serialize + DeserializeOwned + PartialEq + Debug>(
            values: impl IntoIterator<Item = T>,
        ) {
            for value in values {
                let text = serde_json::to_string(&value).unwrap();
                assert_eq!(serde_json::from_str::<T>(&text).unwrap(), value, "{text}");
            }
        }
        all(Direction::ALL);
        all(Layer::ALL);
        all(Biome::ALL);
        all(Cell::all());
        all(LinkKind::ALL);
        all(Material::all());
        all(ThingKind::known());
    }

    #[test]
    fn rules_may_be_given_in_part() {
        let mut rules = MoveRules {
            moves: Moves::Four,
            ramps: Ramps::Both,
            stairs: Stairs::Paired,
            gravity: Gravity::On,
            ..MoveRules::default()
        };
        rules.avoid.set("oil", Avoided::Weight(5));
        rules.avoid.set("my goo", Avoided::Closed);
        let text = serde_json::to_string(&rules).unwrap();
        assert_eq!(serde_json::from_str::<MoveRules>(&text).unwrap(), rules);
        let part = r#"{"moves":"four","ramps":"both","stairs":"paired","gravity":"on","avoid":{"my goo":"closed","oil":{"weight":5}}}"#;
        assert_eq!(serde_json::from_str::<MoveRules>(part).unwrap(), rules);
        refused::<MoveRules>(r#"{"move":"four"}"#, "unknown field `move`");
    }

    #[test]
    fn what_no_value_can_be_is_refused() {
        refused::<Size>("[0,1,1]", "width 0: expected 1 to 4096");
        refused::<Cell>("\"..\"", "\"..\": expected a glyph of a text map");
        refused::<Cell>("\"\"", "\"\": expected a glyph of a text map");
        refused::<Material>("\"#127\"", "\"#127\": expected a material of the table");
        refused::<Material>("\"Lava\"", "\"Lava\": expected a material of the table");
        refused::<ZonePos>("\"80.0.0.0.0\"", "\"80.0.0.0.0\": expected PX.PY.ZX.ZY.Z");
        refused::<MazePos>("\"1:2\"", "\"1:2\": expected level:row:column");
        refused::<StreamState>(&format!("\"{}\"", "0".repeat(64)), "\"0000");
        refused::<Seed>("\"-1\"", "\"-1\": expected a number from 0");
    }
}
