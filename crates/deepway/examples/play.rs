//! A game without a screen: a bot explores a sector and brings the relic home.
//!
//! cargo run -p deepway --example play

use deepway::Seed;
use deepway::play::{Bot, BotKind, History, Setup};
use deepway::sector::{Blueprint, generate};
use deepway::world::World;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let world = World::from(generate(&Blueprint::default(), Seed::new(7))?);
    let setup = Setup {
        seed: Seed::new(7),
        hp: Some(5000),
        ..Setup::default()
    };
    let mut history = History::begin(&world, &setup)?;
    let mut bot = Bot::new(BotKind::Explorer, history.game());
    println!("{}", history.game().tell_aim());
    while let Some(command) = bot.next(history.game()) {
        let events = history.act(&command);
        let game = history.game();
        for text in events.iter().filter_map(|event| game.tell(event)) {
            println!("{:5} {command}: {text}", game.turn());
        }
    }
    let game = history.game();
    let tally = game.tally();
    println!(
        "{:?} after {} turns: {} climbs, {} falls, {} kills",
        game.ending(),
        game.turn(),
        tally.climbs,
        tally.falls,
        tally.kills
    );
    // Played again from its recording, it comes to the same end.
    let mut again = History::open(history.recording().clone(), &world)?;
    again.seek(u32::MAX)?;
    assert_eq!(again.game().hash(), game.hash());
    Ok(())
}
