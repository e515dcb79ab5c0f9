//! A validator of its own for the few words that the schemas use. A word that it does not
//! know fails the test.

use serde_json::Value;

/// What is wrong with a value, with the place.
fn check(value: &Value, schema: &Value, place: &str, wrong: &mut Vec<String>) {
    let words = schema.as_object().expect("a schema is an object");
    for (word, rule) in words {
        let number = || value.as_f64().unwrap_or(f64::NAN);
        let limit = || rule.as_f64().expect("limits are numbers");
        let length = || value.as_array().map(Vec::len);
        let is_right = match word.as_str() {
            "$schema" | "title" | "properties" => true,
            "anyOf" => {
                let schemas = rule.as_array().expect("a list");
                schemas.iter().any(|schema| {
                    let mut wrong = Vec::new();
                    check(value, schema, place, &mut wrong);
                    wrong.is_empty()
                })
            }
            "const" => value == rule,
            "enum" => rule.as_array().expect("a list").contains(value),
            "type" => match rule {
                Value::Array(types) => types.iter().any(|kind| is_of(value, kind)),
                kind => is_of(value, kind),
            },
            "minimum" => number() >= limit(),
            "maximum" => number() <= limit(),
            "minItems" => length().is_some_and(|length| length as f64 >= limit()),
            "maxItems" => length().is_some_and(|length| length as f64 <= limit()),
            "minLength" => value
                .as_str()
                .is_some_and(|text| text.len() as f64 >= limit()),
            "pattern" => matches(rule.as_str().expect("text"), value.as_str().unwrap_or("")),
            "required" => {
                let keys = rule.as_array().expect("a list");
                let has = |key: &Value| value.get(key.as_str().expect("text")).is_some();
                !value.is_object() || keys.iter().all(has)
            }
            "additionalProperties" if rule.is_object() => {
                for (key, value) in value.as_object().into_iter().flatten() {
                    check(value, rule, &format!("{place}.{key}"), wrong);
                }
                true
            }
            "additionalProperties" => {
                let known = schema["properties"].as_object().expect("known keys");
                value
                    .as_object()
                    .is_none_or(|object| object.keys().all(|key| known.contains_key(key)))
            }
            "items" => {
                for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(item, rule, &format!("{place}[{number}]"), wrong);
                }
                true
            }
            other => unreachable!("the schema uses {other}"),
        };
        if !is_right {
            wrong.push(format!("{place}: {word} {rule}, found {value}"));
        }
    }
    if let (Some(known), Some(object)) = (schema["properties"].as_object(), value.as_object()) {
        for (key, value) in object {
            if let Some(schema) = known.get(key) {
                check(value, schema, &format!("{place}.{key}"), wrong);
            }
        }
    }
}

fn is_of(value: &Value, kind: &Value) -> bool {
    match kind.as_str().expect("the name of a type") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => unreachable!("the schema uses {other}"),
    }
}

/// The patterns of the schemas.
fn matches(pattern: &str, text: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match pattern {
        "^[0-9]{1,20}$" => is_number(text) && text.len() <= 20,
        "^[#.]{4,256}$" => {
            (4..=256).contains(&text.len()) && text.bytes().all(|byte| b"#.".contains(&byte))
        }
        "^[0-9a-f]{16}$" => {
            let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
            text.len() == 16 && text.bytes().all(is_digit)
        }
        "^r[0-9]+$" => text.strip_prefix('r').is_some_and(is_number),
        "^e[0-9]+$" => text.strip_prefix('e').is_some_and(is_number),
        "^x[0-9]+$" => text.strip_prefix('x').is_some_and(is_number),
        "^c[0-9]+$" => text.strip_prefix('c').is_some_and(is_number),
        "^k[0-9]+$" => text.strip_prefix('k').is_some_and(is_number),
        other => unreachable!("the schema uses {other}"),
    }
}

/// What is wrong with a text under a schema.
pub(crate) fn wrong_with(text: &str, schema: &str) -> Vec<String> {
    let schema: Value = serde_json::from_str(schema).expect("the schema is JSON");
    let value: Value = serde_json::from_str(text).expect("and so is the world");
    let mut wrong = Vec::new();
    check(&value, &schema, "world", &mut wrong);
    wrong
}
