//! The goals that the navigator has set itself, and what it reaches.

use crate::cases::Case;
use crate::line::Line;
use crate::measure::{median, quantile};
use crate::rivals::ASTAR;
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

/// The lines of a map.
struct Of<'a> {
    case: &'a Case,
    lines: &'a [Line],
}

impl Of<'_> {
    fn line(&self, name: &str) -> Option<&Line> {
        self.lines.iter().find(|line| line.name == name)
    }

    /// Microseconds with every cell; a number that decides nothing if there is no such line.
    fn median(&self, name: &str) -> f64 {
        self.line(name).map_or(f64::NAN, Line::median)
    }

    /// The same of the best of those whose names begin so.
    fn best(&self, name: &str) -> f64 {
        let lines = self.lines.iter().filter(|line| line.name.starts_with(name));
        lines.map(Line::median).fold(f64::NAN, f64::min)
    }

    fn bytes(&self, name: &str) -> f64 {
        let cells = self.case.volume.size().cells() as f64;
        self.line(name)
            .map_or(f64::NAN, |line| line.bytes as f64 / cells)
    }
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

    /// Takes from the lines of a map what its goals are about; `base` is the bytes that all of
    /// ours need.
    pub fn judge(&mut self, case: &Case, lines: &[Line], base: usize) {
        let of = Of { case, lines };
        for line in lines.iter().filter(|line| line.name.starts_with("deepway")) {
            let name = format!("missing, {}, {}", line.name, case.title());
            // Only what is worth a look is listed.
            if line.missing() > 0 {
                self.at_most(&name, 0.0, line.missing() as f64);
            }
        }
        match (case.is_flat(), case.moves) {
            (true, Moves::Eight) => self.judge_flat(&of),
            (true, Moves::Four) => {
                // The better of its settings counts.
                let peer = of.best("hierarchical_pathf.");
                let name = format!("HPA* vs hierarchical_pathfinding, {}", case.name);
                self.at_least(&name, 8.0, peer / of.median("deepway hpa"));
            }
            (false, Moves::Eight) if case.name == "synth8" => self.judge_levels(&of, base),
            (false, Moves::Four) if case.name == "synth8" => {
                self.at_most("bytes a cell, HPA*, 4 moves", 4.0, of.bytes("deepway hpa"));
                let ratio = of.best("bevy_northstar") / of.median("deepway hpa");
                self.at_least("HPA* vs bevy_northstar, synth8, 4 moves", 10.0, ratio);
                let builds = lines
                    .iter()
                    .filter(|line| line.name.starts_with("bevy_northstar"));
                let peer = builds.map(|line| line.build).fold(f64::INFINITY, f64::min);
                if let Some(hpa) = of.line("deepway hpa") {
                    self.at_least("build of HPA* vs bevy_northstar", 15.0, peer / hpa.build);
                }
            }
            _ => {}
        }
        if let Some(hpa) = of.line("deepway hpa") {
            let name = format!("HPA* over the optimum, worst %, {}", case.title());
            self.at_most(&name, 5.0, hpa.worst_over() * 100.0);
        }
    }

    /// Goals of maps of one level, with eight moves.
    fn judge_flat(&mut self, of: &Of) {
        let name = &of.case.name;
        let astar = of.median(ASTAR);
        // JPS, JPS+, the best tier, and milliseconds to make the graph.
        let known = [
            ("AR0011SR", 100.0, 191.0, 200.0, 200.0),
            ("maze512-8-0", 140.0, 228.0, 2500.0, 200.0),
            ("32room_000", 150.0, 266.0, 1000.0, 200.0),
            ("TheFrozenSea", 100.0, 111.0, 300.0, f64::INFINITY),
            ("random512-35-0", 0.0, 0.0, 120.0, 1000.0),
        ];
        let [jps, plus, hpa] =
            ["jps", "jps-plus", "hpa"].map(|name| of.median(&format!("deepway {name}")));
        self.at_least(&format!("HPA* vs JPS, {name}"), 3.0, jps / hpa);
        let Some(&(_, jps_goal, plus_goal, best_goal, build_goal)) =
            known.iter().find(|(known, ..)| known == name)
        else {
            return;
        };
        if jps_goal > 0.0 {
            self.at_least(&format!("JPS vs astar, {name}"), jps_goal, astar / jps);
            self.at_least(&format!("JPS+ vs astar, {name}"), plus_goal, astar / plus);
            let ratio = of.median("grid_pathfinding") / jps;
            self.at_least(&format!("JPS vs grid_pathfinding, {name}"), 0.0, ratio);
        }
        if let Some(graph) = of.line("deepway graph") {
            let best = graph.median().min(plus).min(jps);
            let goal = format!("best exact tier vs astar, {name}");
            self.at_least(&goal, best_goal, astar / best);
            self.at_most(&format!("graph build, ms, {name}"), build_goal, graph.build);
        }
        if of.case.volume.size().cells() <= 512 * 512
            && let Some(plus) = of.line("deepway jps-plus")
        {
            self.at_most(&format!("JPS+ build, ms, {name}"), 10.0, plus.build);
        }
    }

    /// Goals of the world of eight levels, with eight moves.
    fn judge_levels(&mut self, of: &Of, base: usize) {
        let astar = of.median(ASTAR);
        self.at_least(
            "JPS vs astar, synth8",
            25.0,
            astar / of.median("deepway jps"),
        );
        let cells = of.case.volume.size().cells() as f64;
        self.at_most(
            "bytes a cell, planes and reachability",
            0.7,
            base as f64 / cells,
        );
        for (name, goal) in [("jps", 1.5), ("jps-plus", 17.0), ("hpa", 4.0)] {
            let bytes = of.bytes(&format!("deepway {name}"));
            self.at_most(&format!("bytes a cell, {name}, synth8"), goal, bytes);
        }
        if let Some(hpa) = of.line("deepway hpa") {
            let mean = hpa.mean_over() * 100.0;
            self.at_most("HPA* over the optimum, mean %, synth8", 0.5, mean);
        }
        let (Some(astar), Some(graph)) = (of.line(ASTAR), of.line("deepway graph")) else {
            return;
        };
        let ratio = astar.median() / graph.median();
        self.at_least("graph vs astar, synth8, median", 150.0, ratio);
        let ratio = astar.late() / graph.late();
        self.at_least("graph vs astar, synth8, p95", 500.0, ratio);
        if let Some(peer) = of.line("fast_paths") {
            let ratio = peer.median() / graph.median();
            self.at_least("graph vs fast_paths, synth8", 6.0, ratio);
            let ratio = peer.build / graph.build;
            self.at_least("graph build vs fast_paths, synth8", 30.0, ratio);
        }
        self.at_most("graph build, ms, synth8", 600.0, graph.build);
        let bytes = of.bytes("deepway graph");
        self.at_most("bytes a cell, graph, synth8", 20.0, bytes);
        if let Some(cost) = &graph.cost {
            let share = quantile(cost, 0.5) / graph.median() * 100.0;
            self.at_most("distance alone, % of the time with cells", 60.0, share);
        }
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
