package tables

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite of Table 1 of [WR00]: greedy model checking, bounded model checking and sets, on a motor control.

// gmcTable1Published is Table 1 of [WR00], in seconds: method, path length, and goals 0, 50, 100, 150, 200 and 250. A
// dash is where GMC found no path.
const gmcTable1Published = `
GMC 1   0.2  -    -    -    0.2  -
BMC 1   0.5  0.5  0.5  0.5  0.5  0.5
GMC 5   0.1  -    1.6  -    0.2  -
BMC 5   1.5  2.0  1.6  1.8  1.6  2.2
GMC 10  0.1  -    0.7  -    0.3  -
BMC 10  3.2  4.0  3.1  3.2  3.0  4.1
GMC 15  0.2  -    0.8  -    0.4  1.2
BMC 15  4.8  6.0  5.2  5.3  5.1  7.1
GMC 20  0.2  -    1.4  -    0.5  0.4
BMC 20  6.5  9.0  6.6  7.2  6.7  9.3
GMC 25  0.4  -    2.7  -    0.7  -
BMC 25  8.1  11.4 8.4  8.4  8.2  11.8
GMC 50  1.9  -    1.3  -    0.2  0.8
BMC 50  19.2 25.2 19.7 19.8 19.1 26.7
GMC 100 -    3.1  -    7.9  1.2  5.0
BMC 100 53.8 66.1 55.1 54.8 53.4 67.5
SMC -   10.9 6.0  7.1  3.6  0.5  0.6
`

// A gmcGoal is a goal of the table with the published length of a shortest path to it.
type gmcGoal struct{ goal, shortest int }

// gmcGoals are all.
var gmcGoals = []gmcGoal{{0, 0}, {50, 5}, {100, 3}, {150, 5}, {200, 0}, {250, 4}}

// The methods of the table, by the names of its lines.
var gmcMethods = map[string]struct {
	engine string
	flags  func(length string) []string
}{
	"GMC": {"gmc", func(n string) []string { return []string{"--length", n, "--tries", "50", "--flips", "100"} }},
	"BMC": {"bmc", func(n string) []string { return []string{"--proof", "none", "--start", n, limitDepthFlag, n} }},
	"SMC": {"bdd", func(string) []string { return nil }},
	"BFS": {"bfs", func(string) []string { return nil }},
}

const (
	limitDepthFlag = "--limit-depth"
	motorEvents    = "motor:events"
)

// gmcSeeds is the number of runs of GMC with different seeds.
const gmcSeeds = 10

// gmcCells returns the cells of a method, at a length or, if that is a dash, at any: one, but for GMC one for each
// seed.
func gmcCells(method, length string, goal, seeds int, limit time.Duration) []bench.Cell {
	c := gmcCell(method, length, goal, limit)
	if method != "GMC" {
		return []bench.Cell{c}
	}
	var list []bench.Cell
	for seed := 1; seed <= seeds; seed++ {
		run := c
		run.Labels = append(c.Labels[:len(c.Labels):len(c.Labels)], bench.Label{Key: "seed", Value: strconv.Itoa(seed)})
		run.Flags = append(c.Flags[:len(c.Flags):len(c.Flags)], "--seed", strconv.Itoa(seed))
		list = append(list, run)
	}
	return list
}

// gmcCell returns the cell of a method, at a length or, if that is a dash, at any, and of GMC without its seed.
func gmcCell(method, length string, goal int, limit time.Duration) bench.Cell {
	m := gmcMethods[method]
	c := bench.Cell{
		Labels: []bench.Label{{Key: "model", Value: "motor"}, {Key: "goal", Value: strconv.Itoa(goal)},
			{Key: "engine", Value: m.engine}},
		Model: motorEvents, Property: fmt.Sprintf("EF g%d", goal), Want: "holds", Time: limit,
		Flags: append([]string{"--engine", m.engine}, m.flags(length)...),
	}
	if length != "-" {
		c.Labels = append(c.Labels, bench.Label{Key: "length", Value: length})
	}
	return c
}

// gmcTable1 has the times and the memory of three methods. Its short version has two lengths and two goals.
func gmcTable1(quick bool) bench.Suite {
	s := bench.Suite{Name: "gmc-table1", Title: "greedy model checking on a motor control, a stand-in"}
	time, goals, seeds := entry.Limit(quick, time.Minute), gmcGoals, gmcSeeds
	if quick {
		goals, seeds = goals[2:4], 1
	}
	var lines [][]string
	for _, f := range entry.Fields(gmcTable1Published) {
		if quick && f[1] != "5" && f[1] != "25" && f[1] != "-" {
			continue
		}
		lines = append(lines, f)
		for _, g := range goals {
			s.Cells = append(s.Cells, gmcCells(f[0], f[1], g.goal, seeds, time)...)
		}
	}
	for _, g := range goals {
		s.Cells = append(s.Cells, gmcCell("BFS", "-", g.goal, time))
	}
	s.Report = func(r bench.Results) []*bench.Sheet { return gmcReport(s.Name, r, lines, goals, seeds) }
	return s
}

// dash writes what is missing as tables do.
func dash(text string) string { return strings.Replace(text, "-", "", 1) }

const noteMotor = "The motor control of the paper is not public. Ours is a STAND-IN of 12 machines, 27 events and " +
	"287 goals, numbered so that the shortest paths to the six goals of the table have the published lengths; its " +
	"times say how one method compares with another."
