//! What the styles of rooms can offer, so that no template waits for what never comes.

use super::carve::style_samples;
use super::facts::{RoomFacts, inside_facts};
use crate::space::{Biome, Layer};
use crate::words::need::{Fact, Need, Number, Witness};
use crate::words::{ARCHETYPES, Phrase, TemplateError, Templates};

/// Refuses templates that need what no style of room has.
///
/// Rooms of every style are furnished and measured. Doors, ways up and down, and what lies above
/// and below depend on the sector and are always possible.
pub fn check_words(templates: &Templates) -> Result<(), TemplateError> {
    let samples: Vec<(&str, RoomFacts)> = style_samples()
        .map(|(room, inside)| (room.archetype.id(), inside_facts(&room, &inside)))
        .collect();
    let is_offered = |need: &Need, archetypes: &[&str]| {
        let depends = matches!(
            need.fact,
            Fact::Number(number) if !matches!(number, Number::Open | Number::Lights | Number::Furniture)
        );
        let mut fitting = samples.iter().filter(|(kind, _)| archetypes.contains(kind));
        depends || fitting.any(|(_, facts)| facts.meets(need))
    };
    let check = |file: &str, place: &str, needs: &[Need], archetypes: &[&str]| {
        let missing = needs.iter().find(|need| !is_offered(need, archetypes));
        missing.map_or(Ok(()), |need| {
            let kinds = match archetypes.len() == ARCHETYPES.len() {
                true => "room".to_owned(),
                false => archetypes.join(" or "),
            };
            Err(TemplateError {
                file: file.to_owned(),
                problem: format!("{place}: needs {need}, and no style of {kinds} offers that"),
            })
        })
    };
    let check_all = |file: &str, place: &str, phrases: &[Phrase], archetypes: &[&str]| {
        phrases.iter().enumerate().try_for_each(|(number, phrase)| {
            check(
                file,
                &format!("{place}[{number}]"),
                &phrase.needs,
                archetypes,
            )
        })
    };
    for (number, kind) in templates.rooms().iter().enumerate() {
        let archetypes: Vec<&str> = kind.archetypes.iter().map(String::as_str).collect();
        let at = |key: &str| format!("[{number}]{key}");
        check("rooms.json", &at(""), &kind.needs, &archetypes)?;
        check_all("rooms.json", &at(".nouns"), &kind.nouns, &archetypes)?;
        check_all(
            "rooms.json",
            &at(".sentences"),
            &kind.sentences,
            &archetypes,
        )?;
    }
    check_all("features.json", "", templates.features(), &ARCHETYPES)?;
    check_all("ways.json", "", templates.ways(), &ARCHETYPES)?;
    for biome in Biome::ALL {
        let (words, id) = (templates.biome(biome), biome.id());
        let place = format!("{id}.adjectives");
        check_all("biomes.json", &place, &words.adjectives, &ARCHETYPES)?;
        check_all(
            "biomes.json",
            &format!("{id}.details"),
            &words.details,
            &ARCHETYPES,
        )?;
    }
    for layer in Layer::ALL {
        check_all(
            "layers.json",
            layer.id(),
            templates.layer(layer),
            &ARCHETYPES,
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_that_need_what_no_style_has_are_named() {
        let own = Templates::built_in();
        assert_eq!(check_words(own), Ok(()));
        let mut templates = own.clone();
        let text = Templates::source("rooms.json").unwrap();
        let text = text.replacen("\"beds >= 4\"", "\"beds >= 15000\"", 1);
        templates.replace("rooms.json", &text).unwrap();
        let error = check_words(&templates).unwrap_err().to_string();
        assert!(error.starts_with("rooms.json: ["), "{error}");
        assert!(
            error.ends_with("needs beds >= 15000, and no style of chamber offers that"),
            "{error}"
        );
    }
}
