package tables

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite bmc-peers: bounded model checking of circuits by brim, an earlier build and ABC.

// abc is the program that bmc-peers measures in addition to brim and an earlier build, as bench.Cell names it.
const abc = "bmc3"

// A bmcRun is a way to check a circuit: its name, the program and its flags.
type bmcRun struct {
	way, program string
	flags        []string
}

// The runs of a circuit. Each is a position of bmcRuns.
const (
	runBefore = iota
	runInduction
	runPaths
	runPeer
)

var bmcRuns = [...]bmcRun{
	runBefore:    {"before", entry.Before, []string{"--engine", "bmc"}},
	runInduction: {"induction", "", []string{"--engine", "bmc"}},
	runPaths:     {"none", "", []string{"--engine", "bmc", "--proof", "none"}},
	runPeer:      {"bmc3", abc, nil},
}

// peerCell returns the cell of a run on the circuit of l.
func (l bmcLine) peerCell(i int, limit time.Duration) bench.Cell {
	x := bmcRuns[i]
	c := bench.Cell{Program: x.program, Model: l.model, Folder: entry.Circuits, Flags: x.flags, Time: limit}
	if l.k > 0 {
		c.Want = "fails"
	}
	c.Labels = []bench.Label{{Key: "circuit", Value: strings.TrimSuffix(path.Base(l.model), ".aag")},
		{Key: "way", Value: x.way}}
	return c
}

// bmcPeers is the suite that searches each circuit for a path to a bad state in four ways: by an earlier build, by
// brim with and without induction, and by ABC. Its report has the times, their ratios to ABC, and geometric means of
// these. The short version has one circuit.
func bmcPeers(quick bool) bench.Suite {
	s := bench.Suite{Name: "bmc-peers", Title: "bounded model checking of circuits, next to an earlier build and ABC"}
	_, lines, public := bmcLines()
	lines = append(lines, public...)
	if quick {
		lines = lines[:1]
	}
	for _, l := range lines {
		for i := range bmcRuns {
			s.Cells = append(s.Cells, l.peerCell(i, entry.Limit(quick, time.Minute)))
		}
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		sheet := &bench.Sheet{
			Name: s.Name, Title: "Bounded model checking of circuits, next to ABC", Left: 1,
			Header: []string{"circuit", "verdict", "steps", "before", "brim", "paths alone", "bmc3", "before / bmc3",
				"brim / bmc3", "paths / bmc3"},
			Notes: []string{
				"Seconds of CPU, user and system, of whole processes. before, brim: `brim check CIRCUIT --engine " +
					"bmc` of an earlier build (`--program before=…`) and of this one, with proofs by induction by " +
					"turns. paths alone: `--proof none`, which is all " +
					"that bmc3 does.",
				"bmc3: that of ABC on the same circuit, of ABC alone (`--program bmc3=…`, a build of `bench/bmc3`). " +
					"It looks for paths of one length after the other, as brim does, so what both find is as many " +
					"steps away; steps that differ would show as 5 ≠ 6.",
				"counted: circuits that both brim and bmc3 decide, and that took the earlier build 0.1 s or more. " +
					"The means are geometric, over these.",
			},
		}
		sum := bmcSum{}
		for _, l := range lines {
			if row := l.peerRow(r, &sum); row != nil {
				sheet.Rows = append(sheet.Rows, row)
			}
		}
		if len(sheet.Rows) > 0 {
			sheet.Rows = append(sheet.Rows, sum.rows()...)
		}
		return []*bench.Sheet{sheet}
	}
	return s
}

// peerSeconds returns the CPU time of a run: of ABC that of itself, not of the program that started it.
func peerSeconds(i int, x *bench.Record) bench.Value {
	switch {
	case i != runPeer || x == nil || x.Outcome != bench.Done:
		return bench.Entry{Ours: x}.Seconds()
	case entry.Counted(x, "cpu_seconds"):
		m := x.Median(func(x *bench.Record) float64 {
			if !entry.Counted(x, "cpu_seconds") { // it did not end
				return math.Inf(1)
			}
			return x.Counts["cpu_seconds"]
		})
		return bench.Value{X: m.X, Relation: '=', Spread: m.Spread()}
	}
	return bench.Value{}
}

// peerRow returns the row of a circuit: verdict, steps, the time of each way and its ratio to ABC. It adds the ratios
// to sum. The row is nil if nothing was measured.
func (l bmcLine) peerRow(r bench.Results, sum *bmcSum) []string {
	var seconds [len(bmcRuns)]bench.Value
	measured, verdict := false, entry.None
	var steps []string
	for i := range bmcRuns {
		x := entry.Record(r, l.peerCell(i, 0))
		seconds[i] = peerSeconds(i, x)
		if x == nil {
			continue
		}
		measured = true
		if v := entry.Verdict(x); x.Verdict != nil && (verdict == entry.None || strings.HasPrefix(v, "WRONG")) &&
			*x.Verdict != "unknown" {
			verdict = v
		}
		if n := entry.Steps(x); n != entry.None && !slices.Contains(steps, n) {
			steps = append(steps, n)
		}
	}
	if !measured {
		return nil
	}
	row := []string{strings.TrimSuffix(path.Base(l.model), ".aag"), verdict,
		cmp.Or(strings.Join(steps, " ≠ "), entry.None)}
	for _, v := range seconds {
		row = append(row, bench.Shown(v))
	}
	var ratios [3]bench.Value
	for i := range ratios {
		ratios[i] = seconds[i].Ratio(seconds[runPeer])
		row = append(row, bench.Shown(ratios[i]))
	}
	sum.add(seconds, ratios)
	return row
}

// A bmcSum has the ratios to bmc3 of the circuits that count: of the earlier build, brim, and paths alone.
type bmcSum struct{ ratios [3][]bench.Value }

func (s *bmcSum) add(seconds [len(bmcRuns)]bench.Value, ratios [3]bench.Value) {
	exact := seconds[runInduction].Relation == '=' && seconds[runPeer].Relation == '='
	if !exact || seconds[runBefore].Relation == 0 || seconds[runBefore].X < entry.Worthwhile {
		return
	}
	for i, v := range ratios {
		if v.Relation != 0 {
			s.ratios[i] = append(s.ratios[i], v)
		}
	}
}

func (s *bmcSum) rows() [][]string {
	mean, worst := []string{"geometric mean"}, []string{"the worst"}
	n := strconv.Itoa(len(s.ratios[runInduction])) + " counted"
	for _, row := range []*[]string{&mean, &worst} {
		*row = append(*row, n, "", "", "", "", "")
	}
	for _, list := range s.ratios {
		mean, worst = append(mean, bench.Shown(entry.Mean(list))), append(worst, bench.Shown(entry.Worst(list)))
	}
	return [][]string{mean, worst}
}
