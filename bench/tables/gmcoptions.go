package tables

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite gmc-options: what [WR00] leaves open in greedy model checking, on a motor control.

// A gmcExperiment varies one thing in greedy search on the motor control.
type gmcExperiment struct {
	name, title string
	goals       []int
	seeds       int
	settings    []gmcSetting
	note        string
}

// gmcFewSeeds is how many seeds there are where there are many settings.
const gmcFewSeeds = 3

// A gmcSetting is one way to search.
type gmcSetting struct {
	name  string // as in names of cells
	flags string // separated by blanks
}

// gmcExperiments returns the experiments on what [WR00] leaves open: the steps by sets of section 4.2, tries and
// flips, the length that adapts itself of section 6, and the early stop of section 4.1. Each is a list of settings,
// with goals and a number of seeds.
func gmcExperiments() []gmcExperiment {
	layers := gmcExperiment{
		name: "layers", title: "steps by sets before and behind a greedy path", goals: []int{50, 150, 250},
		seeds: gmcSeeds,
		note: "x: steps forward by sets from the initial states, y: steps backward from the goal (section 4.2); " +
			"greedy search looks for a path of length 5 between these. x0y0 is greedy search alone.",
	}
	for _, xy := range [][2]int{{0, 0}, {1, 0}, {2, 0}, {0, 1}, {0, 2}, {1, 1}, {2, 2}} {
		layers.settings = append(layers.settings, gmcSetting{fmt.Sprintf("x%dy%d", xy[0], xy[1]),
			fmt.Sprintf("--length 5 --tries 50 --flips 100 --forward %d --backward %d", xy[0], xy[1])})
	}
	tries := gmcExperiment{
		name: "tries", title: "tries and flips of greedy search", goals: []int{50, 150}, seeds: gmcFewSeeds,
		note: "tries x flips, at length 10. The paper has 50 and 100 and varies neither.",
	}
	for _, t := range []int{5, 50, 500} {
		for _, f := range []int{10, 100, 1000} {
			tries.settings = append(tries.settings,
				gmcSetting{fmt.Sprintf("%dx%d", t, f), fmt.Sprintf("--length 10 --tries %d --flips %d", t, f)})
		}
	}
	longest := gmcExperiment{
		name: "longest", title: "greedy paths that may become longer", goals: []int{50, 150, 250}, seeds: gmcFewSeeds,
		note: "Paths of length 5, into which states are put at a dead end up to that length (section 6, last " +
			"paragraph); 0: none.",
	}
	for _, n := range []int{0, 10, 25, 50} {
		longest.settings = append(longest.settings,
			gmcSetting{strconv.Itoa(n), fmt.Sprintf("--length 5 --tries 50 --flips 100 --longest %d", n)})
	}
	early := gmcExperiment{
		name: "early", title: "greedy search with and without early stop", goals: []int{100, 150, 250},
		seeds: gmcFewSeeds,
		note:  "early: a path may be shorter than the length (section 4.1); exact: it has just the length.",
	}
	for _, n := range []int{5, 10, 25, 50} {
		flags := fmt.Sprintf("--length %d --tries 50 --flips 100", n)
		early.settings = append(early.settings, gmcSetting{fmt.Sprintf("early%d", n), flags},
			gmcSetting{fmt.Sprintf("exact%d", n), flags + " --exact"})
	}
	return []gmcExperiment{layers, tries, longest, early}
}

// cell returns the cell of a setting for a goal with a seed.
func (e *gmcExperiment) cell(s gmcSetting, goal, seed int, limit time.Duration) bench.Cell {
	return bench.Cell{
		Labels: []bench.Label{{Key: "model", Value: "motor"}, {Key: "goal", Value: strconv.Itoa(goal)},
			{Key: "varied", Value: e.name},
			{Key: "setting", Value: s.name}, {Key: "seed", Value: strconv.Itoa(seed)}},
		Model: motorEvents, Property: fmt.Sprintf("EF g%d", goal), Want: "holds", Time: limit,
		Flags: append([]string{"--engine", "gmc", "--seed", strconv.Itoa(seed)}, strings.Fields(s.flags)...),
	}
}

// gmcOptions varies what greedy search has to choose. Its short version has one seed, one goal and
// two settings of each experiment.
func gmcOptions(quick bool) bench.Suite {
	s := bench.Suite{Name: "gmc-options",
		Title: "greedy model checking: steps by sets, tries and flips, longer paths, early stop"}
	experiments, most := gmcExperiments(), entry.Limit(quick, time.Minute)
	for i := range experiments {
		e := &experiments[i]
		if quick {
			e.seeds, e.goals = 1, e.goals[len(e.goals)-1:]
			e.settings = []gmcSetting{e.settings[0], e.settings[len(e.settings)-1]}
		}
		for _, setting := range e.settings {
			for _, goal := range e.goals {
				for seed := 1; seed <= e.seeds; seed++ {
					s.Cells = append(s.Cells, e.cell(setting, goal, seed, most))
				}
			}
		}
	}
	s.Report = func(r bench.Results) (list []*bench.Sheet) {
		for i := range experiments {
			list = append(list, experiments[i].sheet(s.Name, r))
		}
		return list
	}
	return s
}

// A gmcFinding is what the runs of a setting found for a goal.
type gmcFinding struct {
	runs, found int
	cpu, flips  []float64 // of all runs
	steps       []float64 // of the paths
}

// finding puts the runs of a setting for a goal together.
func (e *gmcExperiment) finding(r bench.Results, s gmcSetting, goal int) (f gmcFinding) {
	for seed := 1; seed <= e.seeds; seed++ {
		x := entry.Record(r, e.cell(s, goal, seed, 0))
		if x == nil || x.Outcome != bench.Done && x.Outcome != bench.Unknown || !entry.Counted(x, "flips") {
			continue
		}
		f.runs++
		f.cpu, f.flips = append(f.cpu, x.CPU), append(f.flips, x.Counts["flips"])
		if x.Outcome != bench.Done {
			continue
		}
		f.found++
		if x.Steps != nil {
			f.steps = append(f.steps, float64(*x.Steps))
		}
	}
	return f
}

// sheet returns the table of an experiment: a block of four lines for each setting, with how many runs found a path
// to each goal, and the medians of seconds, flips and steps.
func (e *gmcExperiment) sheet(suite string, r bench.Results) *bench.Sheet {
	sheet := &bench.Sheet{
		Name: suite + "-" + e.name, Title: "Greedy model checking of Williams and Rauzy on a motor control: " + e.title,
		Left: 2, Header: []string{e.name, ""},
		Notes: []string{noteMotor, e.note,
			fmt.Sprintf("found: of %s with different seeds, those that found a path. seconds, flips: medians of all "+
				"runs, CPU of a whole process, and states that were replaced. steps: of the paths, their median.",
				plural(e.seeds, "run"))},
	}
	sheet.Header = append(sheet.Header, bench.Map(e.goals, func(g int) string { return fmt.Sprintf("goal %d", g) })...)
	for _, s := range e.settings {
		lines := [][]string{{s.name, "found"}, {"", "seconds"}, {"", "flips"}, {"", "steps"}}
		runs := 0
		for _, g := range e.goals {
			f := e.finding(r, s, g)
			runs += f.runs
			lines[0] = append(lines[0], fmt.Sprintf("%d/%d", f.found, f.runs))
			lines[1] = append(lines[1], entry.Median(f.cpu, 3))
			lines[2] = append(lines[2], entry.Median(f.flips, 0))
			lines[3] = append(lines[3], entry.Median(f.steps, 0))
		}
		if runs > 0 {
			sheet.Rows = append(sheet.Rows, lines...)
		}
	}
	return sheet
}

// plural writes a number of things.
func plural(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
