package tables

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// What the suites of [MSW09], breadth-bounded model checking, share: the models and properties, their cells, and the
// numbers read from records; and the suite of the sizes of the models.

// The properties of the experiments of [MSW09], in the μ-calculus over labels. The paper has them in words.
const (
	// A message that was read may never be delivered: after r1(d) a path goes on for ever without delivery.
	abpLost  = "exists d in r1(*). <true* . r1(d)>nu X. <!s4(d)>X"
	cabpLost = "exists d in r1(*). <true* . r1(d)>nu X. <!s2(d)>X"
	// Two different messages can be read and delivered one after the other.
	abpTwo = "exists d, e in r1(*). <true* . r1(d) . !(r1(*) | s4(*))* . s4(d) . !(r1(*) | s4(*))* . r1(e) . !(r1(*) " +
		"| s4(*))* . s4(e)>true"
	cabpTwo = "exists d, e in r1(*). <true* . r1(d) . !(r1(*) | s2(*))* . s2(d) . !(r1(*) | s2(*))* . r1(e) . " +
		"!(r1(*) | s2(*))* . s2(e)>true"
	// A client that asked for exclusive access may never get it. What is accepted is granted, so that a request that is
	// never accepted is one that is never granted.
	ccpStarved = "exists i in {1, 2, 3}. <true* . reqE(i)>nu X. <!acceptE(i)>X"
	// The same in the words of the paper. Here the grant of one request is taken for that of the next: client i may ask
	// again while its first request is accepted and not yet granted.
	ccpUngranted = "exists i in {1, 2, 3}. <true* . reqE(i)>nu X. <!grantE(i)>X"
	// A lift moves up though its button was not pressed before.
	liftUnasked = "exists n in {1, 2, 3}. <!up(n)* . move(n,UP)>true"
	// A button is pressed and not released, and some lift never moves up.
	liftStays = "exists n in {1, 2, 3}. exists m in {1, 2, 3}. <true* . up(n)>nu X. <!(released(n) | move(m,UP))>X"
)

// A bbmcLine is a property of a model, which holds.
type bbmcLine struct {
	model, property string
	name            string // of the property
	lanes           bool   // every lane of a part goes on
	highway         bool   // by Algorithm 1
}

// bbmcProtocols returns the lines of the two protocols, for these numbers of messages.
func bbmcProtocols(messages []int) (lines []bbmcLine) {
	for _, p := range []struct{ family, one, two string }{{"abp", abpLost, abpTwo}, {"cabp", cabpLost, cabpTwo}} {
		for _, m := range messages {
			model := p.family + ":" + strconv.Itoa(m)
			lines = append(lines, bbmcLine{model: model, property: p.one, name: "I"},
				bbmcLine{model: model, property: p.two, name: "II"})
		}
	}
	return lines
}

// labels are those of all cells of a line.
func (l bbmcLine) labels() []bench.Label {
	family, size, _ := strings.Cut(l.model, ":")
	return []bench.Label{{Key: "model", Value: family}, {Key: "n", Value: size}, {Key: "property", Value: l.name}}
}

// breadthFirst returns the cell that counts the states which a breadth-first search needs.
func (l bbmcLine) breadthFirst(limit time.Duration) bench.Cell {
	return bench.Cell{
		Labels: append(l.labels(), bench.Label{Key: "engine", Value: "bfsbmc"}),
		Model:  l.model, Property: l.property, Want: "holds", Flags: []string{"--engine", "bfsbmc", "--mu"},
		Time: limit,
	}
}

// cell returns the cell of runs with a breadth, degrading from a depth or, if that is 0, not at all. What no run finds
// is unknown, so no verdict is expected.
func (l bbmcLine) cell(breadth, degrade, runs int, limit time.Duration) bench.Cell {
	c := bench.Cell{
		Labels: append(l.labels(), bench.Label{Key: "engine", Value: "bbmc"},
			bench.Label{Key: "breadth", Value: strconv.Itoa(breadth)}),
		Model: l.model, Property: l.property, Time: limit,
		Flags: []string{"--engine", "bbmc", "--mu", "--breadth", strconv.Itoa(breadth), "--runs", strconv.Itoa(runs),
			"--degrade", strconv.Itoa(degrade)},
	}
	if l.lanes {
		c.Labels, c.Flags = append(c.Labels, bench.Label{Key: "draw", Value: "lanes"}), append(c.Flags, "--lanes")
	}
	if l.highway {
		c.Labels, c.Flags = append(c.Labels, bench.Label{Key: "draw", Value: "highway"}), append(c.Flags, "--highway")
	}
	if degrade > 0 {
		c.Labels = append(c.Labels, bench.Label{Key: "degrade", Value: strconv.Itoa(degrade)})
	}
	return c
}

// bbmcCounts returns the numbers of a cell, nil if it was not measured to its end, is wrong, or lacks one that tables
// show.
func bbmcCounts(r bench.Results, c bench.Cell) map[string]float64 {
	x := r.Cell(c.Name())
	keys := []string{"states", "depth", "transitions"}
	switch {
	case slices.Contains(c.Flags, "--runs"):
		keys = []string{"states", "found", "runs", "probability", "low", "high"}
	case c.Want == "holds":
		keys = append(keys, "needed") // which a limit of time can leave open though there is a verdict
	}
	if x == nil || !entry.Counted(x, keys...) || x.Outcome == bench.Time || x.Outcome == bench.Memory ||
		x.Outcome == bench.Wrong {
		return nil
	}
	for i, f := range c.Flags {
		if f == "--runs" && strconv.Itoa(int(x.Counts["runs"])) != c.Flags[i+1] {
			return nil // a limit ended the runs when some had found a witness
		}
	}
	return x.Counts
}

// share writes a part of one in percent.
func share(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) }

// What the notes of the tables and figures have in common.
const (
	noteBBMC = "Every run explores a part at random, with seed 1 for all; all transitions between its states are " +
		"kept. A part has a witness or not, and the probability is the share of those that have one. states: of the " +
		"parts, on average over all runs."
	noteBFS = "bfs: the least number of states that have to be expanded, in breadth-first order, for the transitions " +
		"from them to show the property. Within a level it depends on the order of the transitions."
)

// bbmcModels is the suite that explores each model completely, breadth-first. Its report sets levels, states and
// average fan-out next to the numbers that the paper prints for the two protocols.
func bbmcModels(quick bool) bench.Suite {
	s := bench.Suite{Name: "bbmc-models",
		Title: "levels, states and average fan-out of the models of breadth-bounded model checking"}
	rows := []struct {
		model, levels, states, fanOut string // published
	}{
		{"abp:2", "20", "74", "1.24"}, {"abp:4", "20", "146", "1.26"}, {"abp:8", "20", "290", "1.26"},
		{"abp:16", "20", "578", "1.27"},
		{"cabp:2", "26", "464", "3.52"}, {"cabp:4", "26", "1040", "3.66"}, {"cabp:8", "26", "2576", "3.84"},
		{"cabp:16", "26", "7184", "4.03"},
		{"ccp:3", entry.None, entry.None, entry.None}, {"lift:3", entry.None, entry.None, entry.None},
	}
	if quick {
		rows = rows[:4]
	}
	cell := func(model string) bench.Cell {
		family, size, _ := strings.Cut(model, ":")
		return bench.Cell{
			Labels: []bench.Label{{Key: "model", Value: family}, {Key: "n", Value: size}}, Model: model,
			Property: "EF false", Want: "fails",
			Flags: []string{"--engine", "bfsbmc"}, Time: entry.Limit(quick, time.Minute),
		}
	}
	for _, x := range rows {
		s.Cells = append(s.Cells, cell(x.model))
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		sheet := &bench.Sheet{
			Name: s.Name, Title: "Models of van der Meulen, Stappers and Willemse: levels, states and average fan-out",
			Left:   2,
			Header: []string{"model", "", "levels", "states", "transitions", "fan-out"},
			Notes: []string{"levels: the distances of states from the initial one, with that itself. fan-out: " +
				"transitions from a state, on average.",
				"The paper prints no size of `ccp:3` and `lift:3`; 2,673 states are \"slightly more than 9%\" of " +
					"`ccp:3`. Its ABP and CABP were made by mCRL2, ours are nets with bisimilar state spaces. " +
					"Its lift is an older version of the specification that is public."},
		}
		for _, x := range rows {
			n := bbmcCounts(r, cell(x.model))
			if n == nil {
				continue
			}
			sheet.Rows = append(sheet.Rows, []string{x.model, "paper", x.levels, x.states, entry.None, x.fanOut},
				[]string{"", "brim", fmt.Sprint(n["depth"] + 1), fmt.Sprint(n["states"]), fmt.Sprint(n["transitions"]),
					fmt.Sprintf("%.2f", n["transitions"]/max(n["states"], 1))})
		}
		return []*bench.Sheet{sheet}
	}
	return s
}
