package tables

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"brim/bench"

	"gonum.org/v1/gonum/stat"
)

// gmcTable1Published is Table 1 of [WR00], in seconds: method, path length, and goals 0, 50, 100, 150, 200 and 250. A dash is where GMC found no path.
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

// gmcGoals are the goals of the table, with the published lengths of the shortest paths.
var gmcGoals = []struct{ goal, shortest int }{{0, 0}, {50, 5}, {100, 3}, {150, 5}, {200, 0}, {250, 4}}

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

// gmcCells returns the cells of a method, at a length or, if that is a dash, at any: one, but for GMC one for each seed.
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
		Labels: []bench.Label{{Key: "model", Value: "motor"}, {Key: "goal", Value: strconv.Itoa(goal)}, {Key: "engine", Value: m.engine}},
		Model:  motorEvents, Property: fmt.Sprintf("EF g%d", goal), Want: "holds", Time: limit,
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
	time, goals, seeds := limit(quick, time.Minute), gmcGoals, gmcSeeds
	if quick {
		goals, seeds = goals[2:4], 1
	}
	var lines [][]string
	for _, f := range fields(gmcTable1Published) {
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
	s.Report = func(r bench.Results) bench.Report {
		header := []string{"method", "length", ""}
		for _, g := range gmcGoals {
			header = append(header, fmt.Sprintf("goal %d", g.goal))
		}
		times := &bench.Sheet{
			Name: s.Name, Title: "Table 1 of Williams and Rauzy: seconds for paths to six goals of a motor control", Left: 2, Header: header,
			Notes: []string{noteMotor,
				"paper: as printed, measured on a Pentium III of 450 MHz. brim: CPU time, user and system, of a whole process on the machine below.",
				"GMC: 50 tries of 100 flips with early stop; the median time of those of ten runs, with different seeds, that found a path, and how many did. A dash is where none was found, which does not mean that there is none. BMC: one question, whether there is a path of at most the given length; " +
					"every step of the motor control can leave all as it is, so it is the same as one of just that length. Where the length is less than the minimal one the answer is that there is none. SMC: breadth-first " +
					"search with sets, `--engine bdd`, where the paper has NuSMV; its time does not depend on a length.",
				"Every path that was found was replayed. minimal length, brim: by sets; by states: breadth-first, state by state, `--engine bfs`."},
		}
		memory := &bench.Sheet{
			Name: s.Name + "-memory", Title: "Memory beside Table 1 of Williams and Rauzy, in MB", Left: 2, Header: append([]string{"method", "length"}, header[3:]...),
			Notes: []string{noteMotor, "The most memory that the process had, of which about 14 MB are there before it begins. The paper, in its text: GMC 5 MB at all lengths, NuSMV up to 16 MB, BMC up to 100 MB."},
		}
		for _, f := range lines {
			ours, found, megabytes := []string{"", "", "brim"}, []string{"", "", "found"}, []string{f[0], dash(f[1])}
			measured := false
			for _, g := range gmcGoals {
				var runs []*bench.Record
				for _, c := range gmcCells(f[0], f[1], g.goal, seeds, 0) {
					if x := record(r, c); x != nil {
						runs = append(runs, x)
					}
				}
				measured = measured || len(runs) > 0
				ours, found, megabytes = append(ours, gmcSeconds(f[0], runs)), append(found, gmcFound(runs)), append(megabytes, gmcMemory(runs))
			}
			if !measured {
				continue
			}
			times.Rows = append(times.Rows, append([]string{f[0], dash(f[1]), "paper"}, f[2:]...), ours)
			if f[0] == "GMC" {
				times.Rows = append(times.Rows, found)
			}
			memory.Rows = append(memory.Rows, megabytes)
		}
		if len(times.Rows) > 0 {
			times.Rows = append(times.Rows, gmcLengths(r)...)
		}
		return bench.Report{Sheets: []*bench.Sheet{times, memory}}
	}
	return s
}

// gmcSeconds writes the median time of the runs that found a path. GMC that found none is a dash.
func gmcSeconds(method string, runs []*bench.Record) string {
	var times []float64
	for _, x := range runs {
		if x.Outcome == bench.Done || x.Outcome == bench.Unknown && method == "BMC" { // there the answer is that there is no path of the length
			times = append(times, x.CPU)
		}
	}
	switch {
	case len(runs) == 0:
		return ""
	case len(times) > 0:
		slices.Sort(times)
		return decimals(stat.Quantile(0.5, stat.Empirical, times, nil), 3, true)
	case method == "GMC" && runs[0].Outcome == bench.Unknown:
		return "-"
	}
	return secondsOf(runs[0])
}

// gmcFound writes how many of the runs found a path.
func gmcFound(runs []*bench.Record) string {
	if len(runs) == 0 {
		return ""
	}
	n := 0
	for _, x := range runs {
		if x.Outcome == bench.Done {
			n++
		}
	}
	return fmt.Sprintf("%d/%d", n, len(runs))
}

// gmcMemory writes the most memory of the runs.
func gmcMemory(runs []*bench.Record) string {
	if len(runs) == 0 {
		return ""
	}
	return memoryOf(slices.MaxFunc(runs, func(a, b *bench.Record) int { return cmp.Compare(a.RSS, b.RSS) }))
}

// gmcLengths returns the rows with the lengths of shortest paths.
func gmcLengths(r bench.Results) [][]string {
	paper, sets, states := []string{"minimal length", "", "paper"}, []string{"", "", "brim"}, []string{"", "", "by states"}
	for _, g := range gmcGoals {
		paper = append(paper, strconv.Itoa(g.shortest))
		sets = append(sets, stepsOf(record(r, gmcCell("SMC", "-", g.goal, 0))))
		states = append(states, stepsOf(record(r, gmcCell("BFS", "-", g.goal, 0))))
	}
	return [][]string{paper, sets, states}
}

// dash writes what is missing as tables do.
func dash(text string) string { return strings.Replace(text, "-", "", 1) }

const noteMotor = "The motor control of the paper is not public. Ours is a STAND-IN of 12 machines, 27 events and 287 goals, numbered so that the shortest paths to the six goals of the table have the published lengths; its times say " +
	"how one method compares with another."
