//! The definitions of a project: layers, entities, fields.

use super::{
    CELLS, ENTITIES, Field, GRID, LEVEL_FIELDS, LINK, LINK_FIELDS, MATERIALS, REF, ROOM,
    ROOM_FIELDS, THING, THING_FIELDS,
};
use crate::cell::Cell;
use crate::material::Material;
use crate::view::{self, Colour};
use serde_json::{Value, json};

/// The colour of an entity in the editor.
pub(super) fn colour_of(name: &str) -> &'static str {
    match name {
        "Link" => "#FFF3BF",
        "Room" => "#7E8F5A",
        _ => "#66D9E8",
    }
}

fn hex(Colour { r, g, b, .. }: Colour) -> String {
    format!("#{r:02X}{g:02X}{b:02X}")
}

/// A name as LDtk takes it: letters, digits and underscores, not beginning with a digit.
fn identifier(name: &str) -> String {
    let letters = name.chars().map(|letter| match letter {
        letter if letter.is_ascii_alphanumeric() => letter,
        _ => '_',
    });
    let letters: String = letters.collect();
    match letters.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        true => letters,
        false => format!("M_{letters}"),
    }
}

pub(super) fn definitions(materials: &[(Material, String)]) -> Value {
    let cells = (1..)
        .zip(Cell::all())
        .filter(|(_, cell)| *cell != Cell::Air);
    let cells = cells.map(|(number, cell): (u32, _)| {
        let colour = view::fitting(cell, Material::NONE);
        let colour = colour.unwrap_or_else(|| view::surface(cell, Material::NONE, 3, 7, &[]));
        grid_value(number, &identifier(cell.info().name), &hex(colour))
    });
    // Two names of your own may have the same identifier; the number keeps them apart.
    let made = (1..).zip(materials).map(|(number, (material, name))| {
        let colour = view::surface(Cell::Floor, *material, 3, 7, &[]);
        let name = match material.is_custom() {
            true => format!("Own{number}__{}", encoded(name)),
            false => identifier(name),
        };
        grid_value(number, &name, &hex(colour))
    });
    let mut layers = vec![layer(ENTITIES, "Entities", "Entities", Vec::new())];
    if !materials.is_empty() {
        layers.push(layer(MATERIALS, "Materials", "IntGrid", made.collect()));
    }
    layers.push(layer(CELLS, "Cells", "IntGrid", cells.collect()));
    json!({
        "layers": layers,
        "entities": [
            entity(THING, "Thing", &THING_FIELDS),
            entity(LINK, "Link", &LINK_FIELDS),
            entity(ROOM, "Room", &ROOM_FIELDS),
        ],
        "tilesets": [], "enums": [], "externalEnums": [],
        "levelFields": LEVEL_FIELDS.map(field),
    })
}

/// A name of your own in letters, digits and underscores: other bytes are `_` and two digits.
fn encoded(name: &str) -> String {
    let bytes = name.bytes().map(|byte| match byte {
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte => format!("_{byte:02X}"),
    });
    bytes.collect()
}

fn grid_value(number: u32, name: &str, colour: &str) -> Value {
    json!({ "value": number, "identifier": name, "color": colour, "tile": null, "groupUid": 0 })
}

fn layer(uid: u32, name: &str, kind: &str, values: Vec<Value>) -> Value {
    json!({
        "__type": kind, "identifier": name, "type": kind, "uid": uid, "doc": null,
        "uiColor": null, "gridSize": GRID, "guideGridWid": 0, "guideGridHei": 0,
        "displayOpacity": if uid == MATERIALS { 0.4 } else { 1.0 }, "inactiveOpacity": 0.6,
        "hideInList": false, "hideFieldsWhenInactive": true, "canSelectWhenInactive": true,
        "renderInWorldView": true, "pxOffsetX": 0, "pxOffsetY": 0, "parallaxFactorX": 0,
        "parallaxFactorY": 0, "parallaxScaling": true, "requiredTags": [], "excludedTags": [],
        "autoTilesKilledByOtherLayerUid": null, "uiFilterTags": [], "useAsyncRender": false,
        "intGridValues": values, "intGridValuesGroups": [], "autoRuleGroups": [],
        "autoSourceLayerDefUid": null, "autoTilesetDefUid": null, "tilesetDefUid": null,
        "tilePivotX": 0, "tilePivotY": 0, "biomeFieldUid": null,
    })
}

fn entity(uid: u32, name: &str, fields: &[Field]) -> Value {
    let is_room = uid == ROOM;
    json!({
        "identifier": name, "uid": uid, "tags": [], "exportToToc": false,
        "allowOutOfBounds": false, "doc": null, "width": GRID, "height": GRID,
        "resizableX": is_room, "resizableY": is_room, "minWidth": null, "maxWidth": null,
        "minHeight": null, "maxHeight": null, "keepAspectRatio": false, "tileOpacity": 1,
        "fillOpacity": if is_room { 0.1 } else { 0.8 }, "lineOpacity": 1, "hollow": is_room,
        "color": colour_of(name), "renderMode": if is_room { "Rectangle" } else { "Ellipse" },
        "showName": false, "tilesetId": null, "tileRenderMode": "FitInside", "tileRect": null,
        "uiTileRect": null, "nineSliceBorders": [], "maxCount": 0, "limitScope": "PerLevel",
        "limitBehavior": "MoveLastOne", "pivotX": 0, "pivotY": 0,
        "fieldDefs": fields.iter().map(|known| field(*known)).collect::<Vec<_>>(),
    })
}

fn field(Field { uid, name, kind }: Field) -> Value {
    let is_ref = kind == REF;
    json!({
        "identifier": name, "doc": null, "__type": kind[1], "uid": uid, "type": kind[0],
        "isArray": false, "canBeNull": true, "arrayMinLength": null, "arrayMaxLength": null,
        "editorDisplayMode": match (is_ref, name) {
            (true, _) => "RefLinkBetweenCenters",
            (false, "Name") => "ValueOnly",
            (false, _) => "Hidden",
        },
        "editorDisplayScale": 1, "editorDisplayPos": "Above", "editorLinkStyle": "StraightArrow",
        "editorDisplayColor": null, "editorAlwaysShow": false, "editorShowInWorld": true,
        "editorCutLongValues": true, "editorTextSuffix": null, "editorTextPrefix": null,
        "useForSmartColor": false, "exportToToc": false, "searchable": false, "min": null,
        "max": null, "regex": null, "acceptFileTypes": null, "defaultOverride": null,
        "textLanguageMode": null, "symmetricalRef": is_ref, "autoChainRef": false,
        "allowOutOfLevelRef": true, "allowedRefs": if is_ref { "OnlySame" } else { "Any" },
        "allowedRefsEntityUid": null, "allowedRefTags": [], "tilesetUid": null,
    })
}
