package comparisons

import (
	"path"
	"strconv"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/adapter"
	"brim/bench/tables/entry"
)

// The suite explicit: whole state spaces of contest nets by breadth-first and depth-bounded search, and by verifypn.

// explicitNets are nets of the contest with their numbers of states.
const explicitNets = `
Kanban-PT-00005            2546432
HouseConstruction-PT-00005 1187984
ParamProductionCell-PT-4   2409739
MAPK-PT-00008              6110643
CircadianClock-PT-000010    644204
`

// verifypn is the program of the comparison, as bench.Cell names it.
const verifypn = "verifypn"

// verifypnCell returns the cell of a net, a line of explicitNets, for verifypn.
func verifypnCell(net []string, limit time.Duration) bench.Cell {
	c := bench.Cell{
		Labels: []bench.Label{{Key: "net", Value: strings.ReplaceAll(net[0], "-", "_")},
			{Key: "engine", Value: verifypn}},
		Program: verifypn, Command: "states", Model: path.Join("models", net[0]), Folder: entry.Nets, Want: net[1],
		Time:  limit,
		Flags: []string{"--engine", "bfs"},
	}
	c.Peer = adapter.Bind("verifypn-states", map[string]any{
		"file": path.Join(c.Model, "model.pnml"), "flags": []any{"-r", "0", "-q", "0"}, // without reductions
	})
	return c
}

// An explicitWay is a way through all states.
type explicitWay struct {
	engine, command, property string
	flags                     []string
	bytes                     string // the key of the bytes that the states and the search took
}

var explicitWays = []explicitWay{
	{"bfs", "states", "", nil, "table_bytes"},
	{"dfs", "", "EF false", []string{"--increment", "1", "--frontier", "states"}, "search_bytes"},
}

// cell returns the cell of a net, a line of explicitNets.
func (w *explicitWay) cell(net []string, limit time.Duration) bench.Cell {
	want := net[1]
	if w.property != "" {
		want = "fails"
	}
	return bench.Cell{
		Labels: []bench.Label{{Key: "net", Value: strings.ReplaceAll(net[0], "-", "_")},
			{Key: "engine", Value: w.engine}},
		Command: w.command, Model: path.Join("models", net[0]), Folder: entry.Nets, Property: w.property, Want: want,
		Time:  limit,
		Flags: append([]string{"--engine", w.engine}, w.flags...),
	}
}

// row returns what a run took, next to the peer, nil if nothing is known of that.
func (w *explicitWay) row(net []string, x, peer *bench.Record) []string {
	row := []string{net[0], entry.None, w.engine, entry.Seconds(x), entry.Memory(x)}
	other := []string{entry.Seconds(peer), entry.Memory(peer)}
	states, err := 0.0, error(nil)
	if x.States != nil {
		states, err = strconv.ParseFloat(*x.States, 64)
	}
	if err != nil || states == 0 || x.Outcome != bench.Done || !entry.Counted(x, w.bytes) {
		return append(append(append(row, entry.None, entry.None, entry.None), other...), entry.None, entry.None)
	}
	row[1] = *x.States
	seconds, memory := (bench.Entry{Ours: peer}).Seconds(), bench.Value{}
	if peer != nil && seconds.Relation == '=' {
		memory = peer.Resident()
	}
	row = append(row, bench.Exactly(states).Ratio(bench.Exactly(x.CPU)).Text(),
		entry.Decimals(float64(x.RSS)/states, 1, true), entry.Decimals(x.Counts[w.bytes]/states, 1, true))
	return append(append(row, other...),
		bench.Shown(seconds.Ratio(bench.Exactly(x.CPU))), bench.Shown(x.Resident().Ratio(memory)))
}

// Explicit is the suite that explores whole state spaces state by state, by two engines of brim and by verifypn. Its
// report has states a second, bytes a state, and the ratios to verifypn. The short version has one net.
func Explicit(quick bool) bench.Suite {
	s := bench.Suite{Name: "explicit", Title: "whole state spaces of nets of the contest, state by state, next to " +
		"another explicit tool"}
	list := entry.Fields(explicitNets)
	if quick {
		list = list[len(list)-1:]
	}
	for _, net := range list {
		for i := range explicitWays {
			s.Cells = append(s.Cells, explicitWays[i].cell(net, entry.Limit(quick, 2*time.Minute)))
		}
		s.Cells = append(s.Cells, verifypnCell(net, entry.Limit(quick, 2*time.Minute)))
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		sheet := &bench.Sheet{
			Name: s.Name, Title: "Explicit search next to another tool", Left: 1,
			Header: []string{"net", "states", "engine", "CPU s", "MB", "states / CPU s", "bytes / state",
				"of the search", "verifypn CPU s", "MB", "CPU verifypn/brim", "MB brim/verifypn"},
			Notes: []string{
				"Whole state spaces of contest nets: CPU seconds of the whole process, user and system, and the most " +
					"memory that was resident, that of the program itself included. bytes / state: this memory over " +
					"the number of states; of the search: what the states and the search took of it.",
				"verifypn: TAPAAL's, which keeps compressed sets, without reductions.",
				"All runs use one core for the search and keep the exact set of states. bfs: `brim states NET " +
					"--engine bfs`. dfs: `brim check NET 'EF false' --engine dfs --increment 1 --frontier states`, " +
					"which goes deeper by one step a round and keeps full states in its frontier, so that it expands " +
					"each state once, as bfs does; with longer rounds it expands many of them several times.",
			},
		}
		for _, net := range list {
			peer := entry.Record(r, verifypnCell(net, 0))
			for i := range explicitWays {
				if x := entry.Record(r, explicitWays[i].cell(net, 0)); x != nil {
					sheet.Rows = append(sheet.Rows, explicitWays[i].row(net, x, peer))
				}
			}
		}
		sheet.Notes = append(sheet.Notes, entry.FloorNotes(r)...)
		return []*bench.Sheet{sheet}
	}
	return s
}
