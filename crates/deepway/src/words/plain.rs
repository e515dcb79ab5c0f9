//! What a reader of JSON says, in plain words.

/// Says what is wrong with a JSON text, where, and what would be right, given what the parser
/// says.
pub(crate) fn plain_words(error: &str) -> String {
    let (problem, place) = match error.rsplit_once(" at line ") {
        Some((problem, place)) => (problem, place.replace(" column ", ", column ")),
        None => (error, String::new()),
    };
    let problem = said(problem);
    match place.as_str() {
        "" | "0, column 0" => problem,
        place => format!("line {place}: {problem}"),
    }
}

fn said(problem: &str) -> String {
    const TABLE: [(&str, &str); 9] = [
        (
            "expected value",
            "no value: expected a text in quotes, a number, true, false, null, [ or {",
        ),
        (
            "expected ident",
            "an unknown word: expected true, false or null, or a text in quotes",
        ),
        (
            "trailing characters",
            "text after the end: expected nothing after the last bracket",
        ),
        (
            "trailing comma",
            "a comma too many: expected another value after it",
        ),
        (
            "key must be a string",
            "a key without quotes: expected every key in double quotes",
        ),
        ("expected `:`", "expected : between a key and its value"),
        (
            "expected `,` or `}`",
            "expected , before the next key, or } at the end of the object",
        ),
        (
            "expected `,` or `]`",
            "expected , before the next value, or ] at the end of the list",
        ),
        (
            "invalid number",
            "not a number as JSON has them: expected digits, as in 12 or -0.5",
        ),
    ];
    if let Some((_, plain)) = TABLE.iter().find(|(known, _)| *known == problem) {
        return (*plain).to_owned();
    }
    if let Some(within) = problem.strip_prefix("EOF while parsing ") {
        let end = match within {
            "a list" => "expected ] at its end",
            "an object" => "expected } at its end",
            "a string" => "expected \" at its end",
            _ => "expected the rest of it",
        };
        return format!("the file ends too early, within {within}: {end}");
    }
    if let Some(key) = in_quotes(problem, "missing field ") {
        return format!("the key \"{key}\" is missing: expected it in every entry of this kind");
    }
    if let Some(key) = in_quotes(problem, "duplicate field ") {
        return format!("the key \"{key}\" is there twice: expected it once");
    }
    if let Some((found, known)) = problem
        .strip_prefix("unknown field ")
        .and_then(|rest| rest.split_once(", expected "))
    {
        let (found, known) = (found.trim_matches('`'), known.replace('`', ""));
        return format!("unknown key \"{found}\": expected {known}");
    }
    let typed = ["invalid type: ", "invalid value: "];
    let typed = typed.iter().find_map(|start| problem.strip_prefix(start));
    match typed.and_then(|rest| rest.rsplit_once(", expected ")) {
        Some((found, wanted)) => format!("{}: expected {}", what(found), kind(wanted)),
        None => problem.to_owned(),
    }
}

fn in_quotes<'a>(problem: &'a str, start: &str) -> Option<&'a str> {
    let rest = problem.strip_prefix(start)?;
    Some(rest.trim_matches('`'))
}

/// What was found.
fn what(found: &str) -> String {
    match found {
        "map" => "an object in braces".to_owned(),
        "sequence" => "a list in brackets".to_owned(),
        "unit value" | "null" => "null".to_owned(),
        _ => match found.split_once(' ') {
            Some(("string", text)) => text.to_owned(),
            Some((_, value)) if found.ends_with('`') => value
                .trim_start_matches("point ")
                .trim_matches('`')
                .to_owned(),
            _ => found.to_owned(),
        },
    }
}

/// What would be right.
fn kind(wanted: &str) -> &str {
    match wanted {
        "f64" | "f32" => "a number",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number from 0",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "a string" => "a text in quotes",
        "a sequence" => "a list in brackets",
        "a map" => "an object in braces",
        "a boolean" => "true or false",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Entry {
        #[expect(dead_code, reason = "only reading it matters")]
        id: String,
        #[expect(dead_code, reason = "only reading it matters")]
        level: f64,
        #[expect(dead_code, reason = "only reading it matters")]
        homes: Vec<String>,
    }

    #[test]
    fn mistakes_are_told_without_words_of_the_parser() {
        for (text, plain) in [
            (
                r#"[{"id":"a","level":"x","homes":[]}]"#,
                "line 1, column 22: \"x\": expected a number",
            ),
            (
                r#"[{"id":7,"level":1,"homes":[]}]"#,
                "line 1, column 8: 7: expected a text in quotes",
            ),
            (
                r#"[{"id":1.5,"level":1,"homes":[]}]"#,
                "line 1, column 10: 1.5: expected a text in quotes",
            ),
            (
                r#"[{"id":"a","level":1,"homes":{}}]"#,
                "line 1, column 29: an object in braces: expected a list in brackets",
            ),
            (
                "{}",
                "line 1, column 0: an object in braces: expected a list in brackets",
            ),
            (
                r#"[{"id":"a","level":1}]"#,
                "line 1, column 21: the key \"homes\" is missing: expected it in every entry of this kind",
            ),
            (
                r#"[{"id":"a","id":"b"}]"#,
                "line 1, column 15: the key \"id\" is there twice: expected it once",
            ),
            (
                r#"[{"name":"a"}]"#,
                "line 1, column 8: unknown key \"name\": expected one of id, level, homes",
            ),
            (
                "[nonsense]",
                "line 1, column 3: an unknown word: expected true, false or null, or a text in quotes",
            ),
            (
                "[?]",
                "line 1, column 2: no value: expected a text in quotes, a number, true, false, null, [ or {",
            ),
            (
                "[] x",
                "line 1, column 4: text after the end: expected nothing after the last bracket",
            ),
            (
                "[",
                "line 1, column 1: the file ends too early, within a list: expected ] at its end",
            ),
        ] {
            let error = serde_json::from_str::<Vec<Entry>>(text).unwrap_err();
            assert_eq!(plain_words(&error.to_string()), plain, "{text}");
        }
    }
}
