//! Any text is an expression or an error of one line that names a column of it; evaluating an
//! expression gives an answer or an error, and the same one again.
#![no_main]

use deepway::expression::{Expression, Name, Type, Value};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let names = [
        Name::new("loops", Type::Number),
        Name::new("boss.layer", Type::Number),
        Name::new("biomes", Type::Set),
        Name::new("sealed", Type::Truth),
        Name {
            words: vec!["niflheim", "alfheim"],
            ..Name::new("biome", Type::Text)
        },
    ];
    let value = |property: usize| {
        Some(match property {
            0 => 3.into(),
            1 => (-2).into(),
            2 => vec!["niflheim", "alfheim"].into(),
            3 => Value::Truth(true),
            _ => "alfheim".into(),
        })
    };
    match Expression::read(text, &names) {
        Ok(expression) => {
            let answer = expression.holds(value);
            assert_ne!(answer, Ok(None), "every property has a value");
            assert_eq!(answer, expression.holds(value));
            let turned = Expression::read(&format!("not ({text})"), &names);
            if let (Ok(Some(is)), Ok(turned)) = (answer, turned) {
                assert_eq!(turned.holds(value), Ok(Some(!is)));
            }
        }
        Err(error) => {
            assert!(!error.to_string().contains('\n'));
            assert!((1..=text.chars().count() + 1).contains(&error.column));
        }
    }
});
