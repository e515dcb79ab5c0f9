//! The book of a sector, for its keeper or for its players.

use super::flow::Flow;
use super::font::Font;
use super::{Book, Cover, Paper, begun, bound, profile};
use crate::ids::{LockId, RoomId};
use crate::link::Link;
use crate::sector::{CarvedSector, Climb, Connection, Content, Room, Sector};
use crate::thing::ThingKind;
use crate::view::sector::chart::{self, Chart};
use crate::view::sector::contents::doing;
use crate::view::sector::overview::biomes;
use crate::view::words::count;
use crate::view::{PictureOptions, Reader, ShowError, Theme, is_secret_way, room_contents, stack};
use crate::world::{NoCells, SectorWorld};
use std::collections::BTreeMap;

struct Maker<'a> {
    sector: &'a Sector,
    carved: &'a CarvedSector,
    chart: Chart<'a>,
    links: Vec<Link>,
    reader: Reader,
    /// The rooms that the reader knows.
    known: Vec<RoomId>,
}

pub(super) fn book(
    rooms: &SectorWorld,
    links: &[Link],
    reader: Reader,
    paper: Paper,
) -> Result<Book, ShowError> {
    let carved = rooms.carved().map_err(NoCells::from)?;
    let chart = Chart::new(carved, reader, rooms.explored());
    let links = chart.links(links);
    let known = chart.rooms.iter().map(|room| room.id).collect();
    let sector = carved.sector();
    let maker = Maker {
        sector,
        carved,
        chart,
        links,
        reader,
        known,
    };
    let title = match sector.story() {
        Some(story) => story.name.clone(),
        None => format!("Sector {}", sector.seed()),
    };
    let mut flow = begun(paper, &title);
    maker.story(&mut flow, paper);
    maker.maps(&mut flow)?;
    if reader == Reader::Keeper {
        maker.rooms(&mut flow);
        maker.connections(&mut flow);
        maker.traps(&mut flow);
        maker.creatures(&mut flow);
        maker.treasure(&mut flow);
        maker.index(&mut flow);
    }
    let cover = maker.cover(title)?;
    Ok(bound(cover, flow, paper))
}

impl Maker<'_> {
    fn options(&self) -> PictureOptions {
        PictureOptions {
            theme: Theme::Print,
            biomes: biomes(self.carved),
            ..PictureOptions::default()
        }
    }

    fn cover(&self, title: String) -> Result<Cover, ShowError> {
        let blueprint = self.sector.blueprint();
        let levels = self.chart.levels().len() as u64;
        let rooms = count(self.known.len() as u64, "room", "rooms");
        let about = match self.reader {
            Reader::Keeper => vec![
                "The keeper's book".to_owned(),
                format!(
                    "{rooms} on {}, theme {}, {}",
                    count(levels, "level", "levels"),
                    blueprint.biome.name(),
                    blueprint.difficulty
                ),
            ],
            Reader::Player => vec!["The players' book".to_owned()],
        };
        let foot = match self.reader {
            Reader::Keeper => format!(
                "Sector {} of Deepway. For the keeper's eyes only.",
                self.sector.seed()
            ),
            Reader::Player => {
                "What is plain to see, and what people say. The rest is yours to find out."
                    .to_owned()
            }
        };
        let options = PictureOptions {
            names: (0..self.chart.cells.size().levels())
                .map(|z| self.chart.level_name(z))
                .collect(),
            left_out: match self.reader {
                Reader::Keeper => Vec::new(),
                Reader::Player => (0..self.chart.cells.size().levels())
                    .filter(|&z| self.chart.extent(z).is_none())
                    .collect(),
            },
            ..self.options()
        };
        let mut cells = self.chart.cells.clone();
        // The cover has no room for signs and what they mean.
        let things: Vec<_> = cells.things().map(|(id, _)| id).collect();
        for id in things {
            cells.remove_thing(id);
        }
        let mut picture = stack(&cells, &self.links, &options)?;
        super::without_key(&mut picture);
        let picture = Some(Theme::Print.grey(picture));
        Ok(Cover {
            title,
            about,
            picture,
            foot,
        })
    }

    /// Whether a text names a room that the reader does not know.
    fn betrays(&self, text: &str) -> bool {
        let mut rooms = self.sector.rooms().iter();
        rooms.any(|room| !self.known.contains(&room.id) && text.contains(&room.name))
    }

    fn story(&self, flow: &mut Flow, paper: Paper) {
        flow.section("The story", 1);
        if let Some(story) = self.sector.story() {
            if !self.betrays(&story.hook) {
                flow.heading("The hook");
                flow.boxed(&story.hook, 11.5);
            }
            if self.reader == Reader::Keeper {
                flow.heading("What is behind it");
                flow.paragraph(&[(Font::Text, &story.reason)], 11.0);
            }
            let rumours = story
                .rumours
                .iter()
                .filter(|rumour| !self.betrays(&rumour.text));
            if rumours.clone().count() > 0 {
                flow.heading("Rumours");
            }
            for rumour in rumours {
                match self.reader {
                    Reader::Keeper => {
                        let truth = if rumour.is_true { "True: " } else { "False: " };
                        flow.bullet(&[(Font::Bold, truth), (Font::Text, &rumour.text)], 11.0);
                    }
                    Reader::Player => flow.bullet(&[(Font::Text, &rumour.text)], 11.0),
                }
            }
        }
        if self.reader == Reader::Keeper {
            self.advice(flow);
        }
        match flow.room() < 110.0 + self.chart.levels().len() as f32 * 64.0 {
            true => flow.section("From the side", 1),
            false => flow.part("From the side"),
        }
        if self.reader == Reader::Keeper {
            flow.paragraph(&[(Font::Text, "Rooms on their layers, west on the left; lines are ways up and down, dashed where something is in the way. Short lines join neighbours on a layer; the maps have all doors.")], 10.5);
        }
        let top = flow.y() + 10.0;
        let sector = self.sector;
        let is_keeper = self.reader == Reader::Keeper;
        let is_hidden = |ends: [RoomId; 2]| !is_keeper && is_secret_way(sector, ends);
        profile::draw(flow.sheet(), sector, &self.known, is_hidden, top, paper);
    }

    /// How the sector is meant to be run.
    fn advice(&self, flow: &mut Flow) {
        flow.heading("Running it");
        let start = &self.sector.rooms()[0];
        let lines = [
            format!("The party arrives in {} ({}).", start.name, start.id),
            "Boxed text is for reading aloud. Numbers on the maps are the rooms of the text; an arrow with a number leads up or down to that room.".to_owned(),
            "A check is a d20 plus an attribute against the DC; a tie passes. The table of connections has the odds.".to_owned(),
        ];
        for line in &lines {
            flow.bullet(&[(Font::Text, line)], 11.0);
        }
        let boss = self.sector.rooms().iter().find_map(|room| {
            let boss = room
                .contents
                .iter()
                .find(|content| content.properties.contains_key("boss"))?;
            Some(format!(
                "The greatest danger is the {} in {} ({}).",
                boss.name, room.name, room.id
            ))
        });
        if let Some(boss) = boss {
            flow.bullet(&[(Font::Text, &boss)], 11.0);
        }
        for (id, lock) in LockId::all(self.sector.locks().len()).zip(self.sector.locks()) {
            let key = &self.sector[lock.key];
            let line = format!(
                "Lock {id} opens with the {}, which lies in {} ({}).",
                lock.name, key.name, key.id
            );
            flow.bullet(&[(Font::Text, &line)], 11.0);
        }
    }

    fn maps(&self, flow: &mut Flow) -> Result<(), ShowError> {
        for z in self.chart.levels() {
            flow.section(&format!("Map: {}", chart::caption(&self.chart, z)), 1);
            let printed = chart::drawing(&self.chart, &self.links, z, &self.options())?;
            let told = "A square is 1.25 m, and {} on paper.";
            flow.level(printed, told, "Ways up and down", &self.ways(z));
            if self.reader == Reader::Player {
                flow.ruled(12);
            }
        }
        Ok(())
    }

    /// Where each way up or down from a level leads, by names alone.
    fn ways(&self, z: u32) -> Vec<String> {
        let height = self.chart.height(z);
        let is_keeper = self.reader == Reader::Keeper;
        let mut ways = Vec::new();
        for connection in self.sector.connections() {
            let [low, high] = connection.low_and_high();
            for (from, to, word) in [(low, high, "up"), (high, low, "down")] {
                let is_here = self.sector[from].position.z == height;
                let is_hidden = !is_keeper && is_secret_way(self.sector, connection.ends());
                if !is_here || is_hidden || !self.known.contains(&from) {
                    continue;
                }
                let kind = kind_of(&connection);
                let goal = match self.known.contains(&to) {
                    true => {
                        let goal = &self.sector[to];
                        let layer = goal
                            .layer()
                            .map_or_else(String::new, |layer| format!(", {layer}"));
                        format!("{}{layer}", goal.name)
                    }
                    false => "an unknown place".to_owned(),
                };
                let one_way = match connection.is_two_way() || connection.from == from {
                    true => "",
                    false => " (it does not lead this way)",
                };
                let blocked = if connection.is_blocked() {
                    ", blocked"
                } else {
                    ""
                };
                ways.push(format!(
                    "{}: {kind} {word} to {goal}{blocked}{one_way}.",
                    self.sector[from].name
                ));
            }
        }
        ways
    }

    fn rooms(&self, flow: &mut Flow) {
        flow.section("Rooms", 2);
        for z in self.chart.levels() {
            let height = self.chart.height(z);
            let rooms = self
                .sector
                .rooms()
                .iter()
                .filter(|room| room.position.z == height);
            if rooms.clone().count() == 0 {
                continue;
            }
            flow.column_part(&format!("Rooms: {}", self.chart.level_name(z)));
            for room in rooms {
                self.room(flow, room);
            }
        }
    }

    /// What there is to say about a room below its read-aloud text: heads and texts.
    fn facts(&self, room: &Room) -> Vec<(String, String)> {
        let mut facts = Vec::new();
        if let Some(note) = self.chart.rooms.iter().find(|note| note.id == room.id) {
            // Keys have a line of their own.
            let keys: Vec<LockId> = self.sector.keys_in(room.id).collect();
            let is_key = |line: &&String| {
                let mut keys = keys.iter();
                keys.any(|lock| line.starts_with("(k") && line.ends_with(&format!("({lock})")))
            };
            let others = note.others.iter().filter(|line| !is_key(line)).cloned();
            for line in room_contents(room).into_iter().chain(others) {
                facts.push(match line.split_once(": ") {
                    Some((head, rest)) if head.len() < 28 => (format!("{head}: "), rest.to_owned()),
                    _ => (String::new(), line),
                });
            }
        }
        for lock in self.sector.keys_in(room.id) {
            let name = self
                .sector
                .locks()
                .get(lock.index())
                .map_or("", |lock| &lock.name);
            let line = format!("The {name} lies here; it opens lock {lock}.");
            facts.push(("Key: ".to_owned(), line));
        }
        facts
    }

    fn room(&self, flow: &mut Flow, room: &Room) {
        let facts = self.facts(room);
        let note = self.chart.rooms.iter().find(|note| note.id == room.id);
        let exits = note.map_or_else(String::new, |note| note.ways.join("; "));
        // A room that fits into a column is not broken.
        let texts = facts.iter().map(|(head, rest)| {
            flow.height_of(&[(Font::Bold, head), (Font::Text, rest)], 9.5, 11.0) + 2.4
        });
        let high = 50.0
            + flow.height_of(&[(Font::Italic, &room.description)], 10.0, 18.0)
            + flow.height_of(&[(Font::Bold, "Exits: "), (Font::Text, &exits)], 9.5, 0.0)
            + texts.sum::<f32>();
        flow.need(if high < flow.page_height() * 0.6 {
            high
        } else {
            120.0
        });
        flow.keyed(&room.id.to_string(), &room.name);
        flow.headings.push((
            3,
            format!("{} {}", room.id, room.name),
            flow.sheets.len() - 1,
        ));
        if !room.description.is_empty() {
            flow.boxed(&room.description, 10.0);
        }
        if !exits.is_empty() {
            flow.paragraph(&[(Font::Bold, "Exits: "), (Font::Text, &exits)], 9.5);
        }
        for (head, rest) in &facts {
            flow.bullet(&[(Font::Bold, head), (Font::Text, rest)], 9.5);
        }
    }

    fn connections(&self, flow: &mut Flow) {
        let all: Vec<Connection<'_>> = self.sector.connections().collect();
        if all.is_empty() {
            return;
        }
        flow.section("Connections and odds", 1);
        let text = "To climb is a check with MIGHT. The last columns say how often it goes well with MIGHT 0, +2 and +4; who fails may slip or fall. Hazards threaten whoever climbs.";
        flow.paragraph(&[(Font::Text, text)], 10.5);
        let rows: Vec<Vec<String>> = all
            .iter()
            .map(|connection| self.connection(connection))
            .collect();
        flow.table(
            &[0.6, 1.1, 2.6, 1.0, 2.6, 0.62, 0.62, 0.62],
            &["", "Kind", "Between", "DC", "Notes", "+0", "+2", "+4"],
            &rows,
        );
        for connection in &all {
            if connection.description().is_empty() {
                continue;
            }
            let head = format!("{}: ", connection.id);
            let mut text = connection.description().to_owned();
            if let Some(blockage) = connection.blockage() {
                text += &format!(" It is blocked. {blockage}");
            }
            flow.bullet(&[(Font::Bold, &head), (Font::Text, &text)], 10.0);
        }
    }

    fn connection(&self, connection: &Connection<'_>) -> Vec<String> {
        let [low, high] = connection.low_and_high();
        let dc = connection.climb_dc();
        let mut notes = Vec::new();
        if !connection.is_two_way() {
            let way = if connection.from == low { "up" } else { "down" };
            notes.push(format!("leads {way} only"));
        }
        if connection.is_blocked() {
            notes.push(format!("blocked, DC {} to clear", connection.clear_dc()));
        }
        if connection.climb() == (Climb::Elevator { powered: false }) {
            notes.push(format!(
                "no power, DC {} with WITS to repair",
                connection.dc()
            ));
        }
        if let Some(lock) = connection.lock {
            notes.push(format!("locked, {lock}"));
        }
        if is_secret_way(self.sector, connection.ends()) {
            notes.push("secret".to_owned());
        }
        for hazard in connection.hazards() {
            notes.push(format!(
                "{} ({} %, {} damage)",
                hazard.name, hazard.chance, hazard.damage
            ));
        }
        let odds = |might: i32| match dc {
            _ if connection.is_blocked() => "-".to_owned(),
            0 => "free".to_owned(),
            dc => format!("{} %", (21 + might - dc as i32).clamp(0, 20) * 5),
        };
        let kind = kind_of(connection);
        vec![
            connection.id.to_string(),
            kind,
            format!(
                "{} {} and {} {}",
                self.sector[low].name, low, self.sector[high].name, high
            ),
            if dc == 0 {
                "none".to_owned()
            } else {
                format!("DC {dc}")
            },
            notes.join("; "),
            odds(0),
            odds(2),
            odds(4),
        ]
    }

    /// The contents of a kind, with their rooms.
    fn contents(&self, kind: &ThingKind) -> Vec<(&Room, &Content)> {
        let rooms = self.sector.rooms().iter();
        let all = rooms.flat_map(|room| room.contents.iter().map(move |content| (room, content)));
        all.filter(|(_, content)| content.kind == *kind).collect()
    }

    fn traps(&self, flow: &mut Flow) {
        let traps = self.contents(&ThingKind::Trap);
        if traps.is_empty() {
            return;
        }
        flow.part("Traps");
        let rows = traps.iter().map(|(room, trap)| {
            let get = |name: &str| trap.properties.get(name).cloned().unwrap_or_default();
            let hidden = if trap.is_hidden() {
                ""
            } else {
                " (plain to see)"
            };
            vec![
                format!("{}{hidden}", trap.name),
                format!("{} {}", room.name, room.id),
                format!("DC {}", get("notice")),
                format!("DC {}", get("disarm")),
                get("damage"),
                match (get("trigger"), get("effect")) {
                    (trigger, effect) if trigger.is_empty() || effect.is_empty() => {
                        trigger + &effect
                    }
                    (trigger, effect) => format!("{trigger}: {effect}."),
                },
            ]
        });
        let rows: Vec<Vec<String>> = rows.collect();
        flow.table(
            &[1.6, 2.2, 0.8, 0.9, 0.9, 4.0],
            &[
                "Trap",
                "Where",
                "Notice",
                "Disarm",
                "Damage",
                "What happens",
            ],
            &rows,
        );
    }

    /// The contents of a kind as rows of a table: those that have the same cells, with how many
    /// there are and their rooms, by their names.
    fn counted(
        &self,
        kind: &ThingKind,
        cells: impl Fn(&Content) -> Vec<String>,
    ) -> Vec<(Vec<String>, u32, String)> {
        let mut rows: Vec<(Vec<String>, u32, Vec<&Room>)> = Vec::new();
        for (room, content) in self.contents(kind) {
            let cells = cells(content);
            match rows.iter_mut().find(|(known, ..)| *known == cells) {
                Some((_, number, rooms)) => {
                    *number += 1;
                    if rooms.iter().all(|known| known.id != room.id) {
                        rooms.push(room);
                    }
                }
                None => rows.push((cells, 1, vec![room])),
            }
        }
        rows.sort_by(|a, b| a.0.cmp(&b.0));
        let rows = rows.into_iter().map(|(cells, number, rooms)| {
            let told = match &rooms[..] {
                [only] => format!("{} {}", only.name, only.id),
                many => {
                    let ids: Vec<String> = many.iter().map(|room| room.id.to_string()).collect();
                    ids.join(", ")
                }
            };
            (cells, number, told)
        });
        rows.collect()
    }

    fn creatures(&self, flow: &mut Flow) {
        // By what they do as well: some of a kind may sleep where others walk about.
        let rows = self.counted(&ThingKind::Creature, |creature| {
            let properties = &creature.properties;
            let get = |name: &str| properties.get(name).cloned().unwrap_or_default();
            let boss = match properties.contains_key("boss") {
                true => ", the boss",
                false => "",
            };
            vec![
                format!("{}{boss}", creature.name),
                get("level"),
                get("hp"),
                get("damage"),
                doing(properties).unwrap_or("").to_owned(),
            ]
        });
        if rows.is_empty() {
            return;
        }
        flow.part("Creatures");
        let rows = rows.into_iter().map(|(mut row, number, rooms)| {
            row.insert(1, number.to_string());
            row.push(rooms);
            row
        });
        let rows: Vec<Vec<String>> = rows.collect();
        flow.table(
            &[2.2, 0.7, 0.7, 0.7, 0.9, 1.2, 2.8],
            &[
                "Creature", "Number", "Level", "HP", "Damage", "Found", "Where",
            ],
            &rows,
        );
    }

    fn treasure(&self, flow: &mut Flow) {
        let rows = self.counted(&ThingKind::Item, |item| {
            let get = |name: &str| item.properties.get(name).cloned().unwrap_or_default();
            vec![item.name.clone(), get("value"), get("damage"), get("about")]
        });
        if rows.is_empty() {
            return;
        }
        flow.part("What there is to take");
        let rows = rows.into_iter().map(|(mut row, number, rooms)| {
            row.insert(1, number.to_string());
            row.insert(2, rooms);
            row
        });
        let rows: Vec<Vec<String>> = rows.collect();
        flow.table(
            &[1.8, 0.75, 2.4, 0.7, 0.8, 3.6],
            &["Item", "Number", "Where", "Worth", "Damage", "About"],
            &rows,
        );
    }

    fn index(&self, flow: &mut Flow) {
        // The pages of rooms are known now.
        let mut pages: BTreeMap<String, usize> = BTreeMap::new();
        for (level, text, sheet) in &flow.headings {
            if *level == 3 {
                pages.insert(text.split(' ').next().unwrap_or("").to_owned(), sheet + 1);
            }
        }
        let mut entries: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut add = |name: &str, room: RoomId| {
            let Some(page) = pages.get(&room.to_string()) else {
                return;
            };
            let known = entries
                .entry(crate::words::phrase::capital(name))
                .or_default();
            if !known.contains(page) {
                known.push(*page);
            }
        };
        for room in self.sector.rooms() {
            add(&room.name, room.id);
            for content in &room.contents {
                if content.kind != ThingKind::Marker {
                    add(&content.name, room.id);
                }
            }
        }
        flow.section("Index", 3);
        for (name, mut pages) in entries {
            pages.sort_unstable();
            let pages: Vec<String> = pages.iter().map(usize::to_string).collect();
            let line = format!("{name}, {}", pages.join(", "));
            flow.paragraph(&[(Font::Text, &line)], 8.5);
        }
    }
}

/// The kind of a connection; of a collapsed one also what it was.
fn kind_of(connection: &Connection<'_>) -> String {
    match connection.underlying() {
        Some(was) => format!("{} {}", connection.kind().id(), was.id()),
        None => connection.kind().id().to_owned(),
    }
}
