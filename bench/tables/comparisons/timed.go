package comparisons

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/adapter"
	"brim/bench/tables/entry"
)

// The suite timed: nets with time of growing size, by each technique alone, by all together and by verifydtapn.

// timedFamilies are the families with their sizes, the places of which two tokens never are marked, with numbers or
// without, the most tokens of a marking for each number, and the options of verifydtapn that took the least time.
var timedFamilies = []struct {
	name     string
	sizes    []int
	place    string
	numbered bool
	tokens   int
	flags    []any
}{
	{"fischer", []int{4, 5, 6, 7, 8, 9, 10, 12, 14, 16}, "critical", true, 1, []any{"-m", "0", "-p", "1"}},
	{"bridge", []int{4, 6, 8, 10, 12, 14, 16, 20, 50, 200, 1_000, 4_000}, "bridge", true, 1,
		[]any{"-m", "1", "-p", "0"}},
	{"bus", []int{4, 6, 8, 10, 12, 14, 16, 20, 30}, "sending", true, 3, []any{"-m", "0", "-p", "1"}},
	{"fischer-fold", []int{10, 20, 30, 40, 45, 50, 60, 80, 100}, "critical", false, 1, []any{"-m", "0", "-p", "1"}},
	{"bridge-fold", []int{100, 1_000, 10_000, 40_000, 80_000, 100_000}, "bridge", false, 1,
		[]any{"-m", "1", "-p", "0"}},
}

// verifydtapn is the program of the comparison, as bench.Cell names it.
const verifydtapn = "verifydtapn"

// timedWays are the columns: which techniques of brim work.
var timedWays = []struct{ name, heading, only string }{
	{"auto", "brim", ""},
	{"symbolic", "symbolic", "symbolic"},
	{"explicit", "explicit", "explicit"},
	{verifydtapn, verifydtapn, ""},
}

// timedCell returns the cell of net n of a family for a way.
func timedCell(family, n, way int, limit time.Duration) bench.Cell {
	f, w, size := &timedFamilies[family], &timedWays[way], strconv.Itoa(n)
	places := []string{f.place}
	if f.numbered {
		places = nil
		for i := 1; i <= n; i++ {
			places = append(places, f.place+"_"+strconv.Itoa(i))
		}
	}
	if f.name == "fischer-fold" {
		places = append(places, f.place+"set")
	}
	c := bench.Cell{
		Labels: []bench.Label{
			{Key: "model", Value: strings.ReplaceAll(f.name, "-", "_")}, {Key: "n", Value: size},
			{Key: "by", Value: w.name},
		},
		Model: f.name + ":" + size, Property: "AG " + strings.Join(places, " + ") + " <= 1", Want: "holds", Time: limit,
	}
	if w.only != "" {
		c.Flags = []string{"--only", w.only}
	}
	if w.name == verifydtapn {
		const net, query = "{scratch}/net.xml", "query.q"
		c.Program = verifydtapn
		c.Peer = adapter.Bind(verifydtapn, map[string]any{
			"file": net, "query": "{scratch}/" + query, "bound": strconv.Itoa(f.tokens*n + 2), "flags": f.flags,
		})
		c.Peer.Prepare = [][]string{{"{brim}", "convert", c.Model, net, "--to", "verifytapn"}}
		c.Peer.Files = []bench.File{{Name: query, Text: c.Property + "\n"}}
	}
	return c
}

// Timed is the suite that asks nets with time whether two processes exclude each other, for growing numbers of them.
// Its report has the CPU time of each way, and how much it grew for each process more. The short version has one cell.
func Timed(quick bool) bench.Suite {
	s := bench.Suite{Name: "timed", Title: "nets with time of growing size, next to TAPAAL's engine (verifydtapn)"}
	for f := range timedFamilies {
		for _, n := range timedFamilies[f].sizes {
			for w := range timedWays {
				s.Cells = append(s.Cells, timedCell(f, n, w, entry.Limit(quick, time.Minute)))
			}
		}
	}
	if quick {
		s.Cells = s.Cells[:1] // without programs of others
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		sheet := &bench.Sheet{
			Name: s.Name, Title: "Nets with time", Left: 1, Header: []string{"net"},
			Notes: []string{
				"The question is whether processes, trains or nodes exclude each other, which holds for each size. " +
					"CPU seconds of whole processes. ×: the growth for each process more, since the line before.",
				"brim: all techniques. symbolic: sets of states by saturation. explicit: single states. verifydtapn: " +
					"TAPAAL's engine for integer time, with the options that took the least time on the family.",
				"-fold: the same nets without numbers of processes, as TAPAAL's examples are drawn.",
			},
		}
		for _, w := range timedWays {
			sheet.Header = append(sheet.Header, w.heading+" s", "×")
		}
		for f := range timedFamilies {
			sheet.Rows = append(sheet.Rows, timedRows(r, f)...)
			sheet.Notes = append(sheet.Notes, timedLargest(r, f)...)
		}
		sheet.Notes = append(sheet.Notes, entry.AnsweredBy(r)...)
		return []*bench.Sheet{sheet}
	}
	return s
}

// timedRows returns the lines of a family.
func timedRows(r bench.Results, family int) (rows [][]string) {
	f := &timedFamilies[family]
	before, sizes := make([]bench.Value, len(timedWays)), make([]int, len(timedWays))
	for _, n := range f.sizes {
		row, measured := []string{f.name + ":" + strconv.Itoa(n)}, false
		for w := range timedWays {
			x := entry.Record(r, timedCell(family, n, w, 0))
			if x == nil {
				row = append(row, entry.None, entry.None)
				continue
			}
			v := (bench.Entry{Ours: x}).Seconds()
			growth := entry.None
			if v.Relation == '=' && before[w].Relation == '=' && before[w].X > 0 {
				growth = entry.Decimals(math.Pow(v.X/before[w].X, 1/float64(n-sizes[w])), 2, true)
			}
			row, measured = append(row, entry.Seconds(x), growth), true
			before[w], sizes[w] = v, n
		}
		if measured {
			rows = append(rows, row)
		}
	}
	return rows
}

// timedLargest returns the note that tells the largest net of a family that each way answered; none without records.
func timedLargest(r bench.Results, family int) []string {
	f := &timedFamilies[family]
	var largest []string
	for w, way := range timedWays {
		for _, n := range slices.Backward(f.sizes) {
			if x := entry.Record(r, timedCell(family, n, w, 0)); x != nil &&
				(bench.Entry{Ours: x}).Seconds().Relation == '=' {
				largest = append(largest, way.heading+" "+strconv.Itoa(n))
				break
			}
		}
	}
	if largest == nil {
		return nil
	}
	return []string{"Largest " + f.name + " that was answered: " + strings.Join(largest, ", ") + "."}
}
