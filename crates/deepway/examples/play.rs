//! A game without a screen: a bot explores a sector and brings the relic home.
//!
//! cargo run -p deepway --example play

use deepway::Seed;
use deepway::play::{Bot, BotKind, Game, Recording, Replay, Setup};
use deepway::sector::{Blueprint, generate};
use deepway::world::World;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let world = World::from(generate(&Blueprint::default(), Seed::new(7))?);
    let setup = Setup {
        seed: Seed::new(7),
        hp: Some(5000),
        ..Setup::default()
    };
    let mut game = Game::new(&world, &setup)?;
    let mut recording = Recording::new(&game, &setup);
    let mut bot = Bot::new(BotKind::Explorer, &game);
    println!("{}", game.tell_aim());
    while let Some(command) = bot.next(&game) {
        let events = game.act(&command);
        recording.add(&command, &game);
        for text in events.iter().filter_map(|event| game.tell(event)) {
            println!("{:5} {command}: {text}", game.turn());
        }
    }
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
    let mut replay = Replay::new(recording, &world)?;
    replay.seek(u32::MAX)?;
    assert_eq!(replay.game().hash(), game.hash());
    Ok(())
}
