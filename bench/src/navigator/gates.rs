//! The goals that the navigator has set itself, and what it reaches.

use super::{Case, Line};
use crate::measure::{median, quantile};
use deepway::Moves;

/// Goals by name, with a value for each run.
#[derive(Clone, Default)]
pub struct Gates(Vec<Gate>);

#[derive(Clone)]
struct Gate {
    name: String,
    limit: f64,
    at_least: bool,
    values: Vec<f64>,
}

impl Gates {
    pub fn at_least(&mut self, name: &str, limit: f64, value: f64) {
        self.add(name, limit, value, true);
    }

    pub fn at_most(&mut self, name: &str, limit: f64, value: f64) {
        self.add(name, limit, value, false);
    }

    fn add(&mut self, name: &str, limit: f64, value: f64, at_least: bool) {
        match self.0.iter_mut().find(|gate| gate.name == name) {
            Some(gate) => gate.values.push(value),
            None => self.0.push(Gate {
                name: name.to_owned(),
                limit,
                at_least,
                values: vec![value],
            }),
        }
    }

    /// Takes from the lines of a map what its goals are about.
    pub fn judge(&mut self, case: &Case, lines: &[Line], base_build: f64, cells: u64) {
        let line = |name: &str| lines.iter().find(|line| line.name == name);
        let in_cells = |name: &str| line(name).map_or(f64::NAN, Line::cells_median);
        // Every cell against every cell, whoever finds them.
        let astar = in_cells("pathfinding::astar");
        let (jps, plus) = (in_cells("deepway jps"), in_cells("deepway jps-plus"));
        let title = case.title();
        let flat = [
            ("AR0011SR", 100.0, 191.0),
            ("maze512-8-0", 140.0, 228.0),
            ("32room_000", 150.0, 266.0),
            ("TheFrozenSea", 100.0, 111.0),
        ];
        let known = flat.iter().find(|(name, ..)| *name == case.name);
        if case.moves == Moves::Eight
            && let Some(&(_, jps_goal, plus_goal)) = known
        {
            self.at_least(&format!("JPS vs astar, {title}"), jps_goal, astar / jps);
            self.at_least(&format!("JPS+ vs astar, {title}"), plus_goal, astar / plus);
            let share = in_cells("grid_pathfinding") / in_cells("deepway jps");
            self.at_least(&format!("JPS vs grid_pathfinding, {title}"), 0.0, share);
            if case.volume.size().cells() <= 512 * 512 {
                let build = line("deepway jps-plus").map_or(f64::NAN, |line| line.build);
                self.at_most(&format!("JPS+ build, ms, {title}"), 10.0, build);
            }
        }
        self.judge_graph(case, lines, cells);
        let hpa = in_cells("deepway hpa");
        if case.moves == Moves::Four && known.is_some() {
            // With chunks of 16 the peer needs what is published of it; with 32, less.
            for chunk in [16, 32] {
                let peer = in_cells(&format!("hierarchical_pathf. {chunk}"));
                let name = format!("HPA* vs hierarchical_pathfinding ({chunk}), {title}");
                self.at_least(&name, 8.0, peer / hpa);
            }
        }
        if case.name != "synth8" {
            return;
        }
        let bytes =
            |name: &str| line(name).map_or(f64::NAN, |line| line.bytes as f64 / cells as f64);
        if case.moves == Moves::Eight {
            self.at_least("JPS vs astar, synth8, 8 moves", 25.0, astar / jps);
            self.at_most(
                "bytes a cell, JPS and reachability",
                0.7,
                bytes("deepway jps"),
            );
            self.at_most("bytes a cell, JPS+", 17.0, bytes("deepway jps-plus"));
            self.at_most("bytes a cell, HPA*, 8 moves", 4.0, bytes("deepway hpa"));
            return;
        }
        self.at_most("bytes a cell, HPA*, 4 moves", 4.0, bytes("deepway hpa"));
        self.at_least(
            "HPA* vs bevy_northstar, synth8, 4 moves",
            10.0,
            in_cells("bevy_northstar") / hpa,
        );
        if let Some(line) = line("deepway hpa") {
            self.at_most(
                "HPA* over the optimum, mean %",
                0.5,
                line.mean_over() * 100.0,
            );
            self.at_most(
                "HPA* over the optimum, worst %",
                5.0,
                line.worst_over() * 100.0,
            );
            let peer = lines.iter().find(|line| line.name == "bevy_northstar");
            let peer = peer.map_or(f64::NAN, |line| line.build);
            self.at_least(
                "build of A*, JPS, HPA* vs bevy_northstar",
                15.0,
                peer / (base_build + line.build),
            );
        }
    }

    /// The goals of the graph tier, and of the best tier where that is another.
    fn judge_graph(&mut self, case: &Case, lines: &[Line], cells: u64) {
        let line = |name: &str| lines.iter().find(|line| line.name == name);
        let (Some(astar), Some(graph)) = (line("pathfinding::astar"), line("deepway graph")) else {
            return;
        };
        if case.moves != Moves::Eight {
            return;
        }
        let flat = [
            ("maze512-8-0", 2500.0, 200.0),
            ("32room_000", 1000.0, 200.0),
            ("TheFrozenSea", 300.0, f64::INFINITY),
            ("AR0011SR", 200.0, 200.0),
            ("random512-35-0", 120.0, 1000.0),
        ];
        if let Some((name, goal, build)) = flat.iter().find(|(name, ..)| *name == case.name) {
            let plus = line("deepway jps-plus").map_or(f64::NAN, Line::cells_median);
            let best = graph.cells_median().min(plus);
            let ratio = astar.cells_median() / best;
            self.at_least(&format!("best exact tier vs astar, {name}"), *goal, ratio);
            self.at_most(&format!("graph build, ms, {name}"), *build, graph.build);
        }
        if case.name != "synth8" {
            return;
        }
        let late = |line: &Line| quantile(&line.cells, 0.95);
        let ratio = astar.cells_median() / graph.cells_median();
        self.at_least("graph vs astar, synth8, median", 150.0, ratio);
        self.at_least(
            "graph vs astar, synth8, p95",
            500.0,
            late(astar) / late(graph),
        );
        if let Some(peer) = line("fast_paths") {
            let ratio = peer.cells_median() / graph.cells_median();
            self.at_least("graph vs fast_paths, synth8", 6.0, ratio);
            self.at_least(
                "graph build vs fast_paths, synth8",
                30.0,
                peer.build / graph.build,
            );
        }
        self.at_most("graph build, ms, synth8", 600.0, graph.build);
        self.at_most(
            "bytes a cell, graph, synth8",
            20.0,
            graph.bytes as f64 / cells as f64,
        );
        let share = quantile(&graph.distance, 0.5) / graph.cells_median() * 100.0;
        self.at_most("distance alone, % of the time with cells", 60.0, share);
    }

    /// Prints each goal, the values of all runs, their median, and whether it is reached.
    pub fn print(&self) {
        let mut goals = self.clone();
        for (of, goal) in [("JPS vs grid_pathfinding, ", 8.0), ("JPS+ vs astar, ", 1.3)] {
            goals.add_mean(of, goal);
        }
        println!("\n==== goals, by the median of the runs ====");
        for gate in &goals.0 {
            let value = median(&gate.values);
            let reached = if gate.at_least {
                value >= gate.limit
            } else {
                value <= gate.limit
            };
            println!(
                "{} {:<50} {} {:>7} : {:>9.2}   ({})",
                if reached { "yes" } else { "NO " },
                gate.name,
                if gate.at_least { "≥" } else { "≤" },
                gate.limit,
                value,
                gate.values
                    .iter()
                    .map(|value| format!("{value:.2}"))
                    .collect::<Vec<_>>()
                    .join(" ")
            );
        }
    }

    /// Adds the geometric mean over maps; of goals, how far they are exceeded.
    fn add_mean(&mut self, of: &str, goal: f64) {
        let parts: Vec<&Gate> = self
            .0
            .iter()
            .filter(|gate| gate.name.starts_with(of))
            .collect();
        let runs = parts
            .iter()
            .map(|gate| gate.values.len())
            .min()
            .unwrap_or(0);
        let means: Vec<f64> = (0..runs)
            .map(|run| {
                let logs = parts.iter().map(|gate| match gate.limit {
                    0.0 => gate.values[run].ln(),
                    limit => (gate.values[run] / limit).ln(),
                });
                (logs.sum::<f64>() / parts.len() as f64).exp()
            })
            .collect();
        for mean in means {
            self.at_least(&format!("{of}geometric mean"), goal, mean);
        }
    }
}
