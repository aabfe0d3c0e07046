package tables

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The tables and charts of the suite of Table 1 of [WR00].

// gmcReport returns the report of Table 1: the table of times next to the published ones with the lengths of shortest
// paths below, the table of memory, and a chart of each.
func gmcReport(name string, r bench.Results, lines [][]string, goals []gmcGoal, seeds int) []*bench.Sheet {
	header := append([]string{"method", "length", ""},
		bench.Map(goals, func(g gmcGoal) string { return fmt.Sprintf("goal %d", g.goal) })...)
	times := &bench.Sheet{
		Name: name, Title: "Table 1 of Williams and Rauzy: seconds for paths to six goals of a motor control", Left: 2,
		Header: header,
		Notes: []string{noteMotor,
			"paper: as printed, measured on a Pentium III of 450 MHz; - is where its GMC found no path. brim: CPU " +
				"time, user and system, of a whole process on the machine below.",
			"GMC: 50 tries of 100 flips with early stop; the median time of those of ten runs, with different seeds, " +
				"that found a path, and how many did. none: no run found one, which does not mean that there is " +
				"none; the paper has a dash there. BMC: one question, whether there is a path of at most the given " +
				"length; every step of the motor control can leave all as it is, so it is the same as one of just " +
				"that length, and an answer that there is none counts as well. SMC: breadth-first search with sets, " +
				"`--engine bdd`, where the paper has NuSMV; its time does not depend on a length.",
			"Every path that was found was replayed. minimal length, brim: by sets; by states: breadth-first, state " +
				"by state, `--engine bfs`."},
	}
	memory := &bench.Sheet{
		Name: name + "-memory", Title: "Memory for Table 1 of Williams and Rauzy, in MB", Left: 2,
		Header: append([]string{"method", "length"}, header[3:]...),
		Notes: []string{noteMotor, "The most memory that a process had, of ours the most of all runs for that goal. " +
			"The paper, in its text: GMC 5 MB at all lengths, NuSMV up to 16 MB, BMC up to 100 MB."},
	}
	for _, f := range lines {
		ours, found, megabytes := []string{"", "", "brim"}, []string{"", "", "found"}, []string{f[0], dash(f[1])}
		measured := false
		var paper []string
		for _, g := range goals {
			runs := gmcRuns(r, f, g.goal, seeds)
			measured = measured || len(runs) > 0
			paper = append(paper, f[2+slices.Index(gmcGoals, g)])
			ours, found, megabytes = append(ours, gmcSeconds(f[0], runs)), append(found, gmcFound(runs)),
				append(megabytes, gmcMemory(runs))
		}
		if !measured {
			continue
		}
		times.Rows = append(times.Rows, append([]string{f[0], dash(f[1]), "paper"}, paper...), ours)
		if f[0] == "GMC" {
			times.Rows = append(times.Rows, found)
		}
		memory.Rows = append(memory.Rows, megabytes)
	}
	if len(times.Rows) > 0 {
		times.Rows = append(times.Rows, gmcLengths(r, goals)...)
	}
	memory.Notes = append(memory.Notes, entry.FloorNotes(r)...)
	return append([]*bench.Sheet{times, memory}, gmcCharts(name, r, lines, goals, seeds)...)
}

// gmcRuns returns the records of a line for a goal.
func gmcRuns(r bench.Results, line []string, goal, seeds int) (runs []*bench.Record) {
	for _, c := range gmcCells(line[0], line[1], goal, seeds, 0) {
		if x := entry.Record(r, c); x != nil {
			runs = append(runs, x)
		}
	}
	return runs
}

// gmcCharts draws, for GMC and BMC, the median CPU time over the runs of all goals by the path length, next to the
// median of the printed times, and in a second chart the most memory.
func gmcCharts(name string, r bench.Results, lines [][]string, goals []gmcGoal, seeds int) []*bench.Sheet {
	seconds := &bench.Chart{
		Name: name + "a", Title: "Table 1 of Williams and Rauzy: seconds by path length, motor control",
		X: "path length", Y: "CPU seconds, median over goals", Log: true,
		Notes: []string{noteMotor, "Ours: all runs count, whether they found a path or not. paper: medians of the " +
			"numbers that are printed, which GMC has where it found a path."},
	}
	memory := &bench.Chart{
		Name: name + "b", Title: "Memory for Table 1 of Williams and Rauzy: by path length, motor control",
		X: "path length", Y: "MB, most over goals", Notes: []string{noteMotor, "The most of all runs for all goals."},
	}
	for _, method := range []string{"GMC", "BMC"} {
		times, most, paper := bench.Series{Name: method}, bench.Series{Name: method},
			bench.Series{Name: method + ", paper", Published: true}
		for _, f := range lines {
			var runs []*bench.Record
			for _, g := range goals {
				runs = append(runs, gmcRuns(r, f, g.goal, seeds)...)
			}
			if f[0] == method && len(runs) > 0 {
				length := number(f[1])
				if list := gmcPrinted(f, goals); len(list) > 0 {
					paper.Points = append(paper.Points, bench.Point{X: length, Y: entry.Middle(list)})
				}
				times.Points = append(times.Points, bench.Point{X: length, Y: entry.Middle(bench.Map(runs, cpuOf))})
				most.Points = append(most.Points, bench.Point{X: length, Y: round3(float64(largest(runs).RSS) / 1e6)})
			}
		}
		seconds.Series, memory.Series = append(seconds.Series, times, paper), append(memory.Series, most)
	}
	return []*bench.Sheet{seconds.Sheet(), memory.Sheet()}
}

// gmcPrinted returns the numbers of a line of the table for some goals.
func gmcPrinted(line []string, goals []gmcGoal) (list []float64) {
	for _, g := range goals {
		if text := line[2+slices.Index(gmcGoals, g)]; text != "-" {
			list = append(list, number(text))
		}
	}
	return list
}

// gmcSeconds writes the median time of the runs that found a path. GMC that found none is a word.
func gmcSeconds(method string, runs []*bench.Record) string {
	var times []float64
	for _, x := range runs {
		// there the answer is that there is no path of the length
		if x.Outcome == bench.Done || x.Outcome == bench.Unknown && method == "BMC" {
			times = append(times, x.CPU)
		}
	}
	switch {
	case len(runs) == 0:
		return ""
	case len(times) > 0:
		return entry.Median(times, 3)
	case method == "GMC" && runs[0].Outcome == bench.Unknown:
		return "none"
	}
	return entry.Seconds(runs[0])
}

// gmcFound writes how many of the runs found a path.
func gmcFound(runs []*bench.Record) string {
	if len(runs) == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", bench.Count(runs, isDone), len(runs))
}

func isDone(x *bench.Record) bool { return x.Outcome == bench.Done }

func cpuOf(x *bench.Record) float64 { return x.CPU }

// largest returns the run with the most memory, of one run at least.
func largest(runs []*bench.Record) *bench.Record {
	return slices.MaxFunc(runs, func(a, b *bench.Record) int { return cmp.Compare(a.RSS, b.RSS) })
}

// gmcMemory writes the most memory of the runs.
func gmcMemory(runs []*bench.Record) string {
	if len(runs) == 0 {
		return ""
	}
	return entry.Memory(largest(runs))
}

// gmcLengths returns the rows with the lengths of shortest paths.
func gmcLengths(r bench.Results, goals []gmcGoal) [][]string {
	paper, sets, states := []string{"minimal length", "", "paper"}, []string{"", "", "brim"},
		[]string{"", "", "by states"}
	for _, g := range goals {
		paper = append(paper, strconv.Itoa(g.shortest))
		sets = append(sets, entry.Steps(entry.Record(r, gmcCell("SMC", "-", g.goal, 0))))
		states = append(states, entry.Steps(entry.Record(r, gmcCell("BFS", "-", g.goal, 0))))
	}
	return [][]string{paper, sets, states}
}
