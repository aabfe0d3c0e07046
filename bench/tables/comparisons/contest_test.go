package comparisons

import (
	"slices"
	"strings"
	"testing"

	"brim/bench"
)

// The cells and the tables of the suite contest.

// Each examination of each net is run once with the usual memory, and those that are run with less and more memory are
// among them.
func TestContestCells(t *testing.T) {
	s := Contest(false)
	usual := map[string]bool{}
	for i := range s.Cells {
		if c := &s.Cells[i]; c.Label("memory") == "4G" {
			key := c.Label("net") + "/" + c.Label("examination")
			if usual[key] || c.Memory != 4<<30 {
				t.Errorf("%s: there are two, or it has %d bytes", c.Name(), c.Memory)
			}
			usual[key] = true
		}
	}
	if len(usual) != (33+44+20)*13+1 {
		t.Errorf("%d examinations, want 13 of 97 nets and one of a family's net", len(usual))
	}
	others := 0
	for i := range s.Cells {
		c := &s.Cells[i]
		switch key := c.Label("net") + "/" + c.Label("examination"); {
		case c.Label("memory") == "4G":
		case !usual[key]:
			t.Errorf("%s has no run with the usual memory", c.Name())
		default:
			others++
		}
	}
	if others != 4*3*4 {
		t.Errorf("%d runs with other memory, want 4 nets, 3 examinations, 4 limits", others)
	}
}

// contestRecord returns a run of a cell with counts of answers.
func contestRecord(c *bench.Cell, wall float64, bytes int64, right, wrong, missing float64) bench.Record {
	return bench.Record{
		Suite: "contest", Cell: c.Name(), Args: c.Args(), Seconds: c.Time.Seconds(), Bytes: c.Memory, Run: 1,
		Outcome: bench.Done, CPU: 2 * wall, Wall: wall, RSS: bytes,
		Answer: bench.Answer{Counts: map[string]float64{"right": right, "wrong": wrong, "missing": missing}},
	}
}

// Lines add up answers, and name the runs that were latest and largest.
func TestContestRows(t *testing.T) {
	s := Contest(false)
	var records []bench.Record
	for i := range s.Cells {
		c := &s.Cells[i]
		switch c.Name() {
		case "net=ASLink_PT_08b/examination=UpperBounds/memory=4G":
			records = append(records, contestRecord(c, 60.5, 1<<30, 13, 1, 2))
		case "net=Echo_PT_d02r09/examination=UpperBounds/memory=4G":
			records = append(records, contestRecord(c, 1, 2<<30, 16, 0, 0))
		case "net=ASLink_PT_08b/examination=UpperBounds/memory=512M":
			records = append(records, contestRecord(c, 60.5, 256<<20, 5, 0, 11))
		}
	}
	sheets := s.Report(bench.NewResults(&s, records))
	for _, want := range []struct {
		sheet int
		row   string
	}{
		{0, "large|UpperBounds|2|32|29|90.6|1|2|0|94, ITS-Tools|61.5|123.0|4.241|1"},
		{0, "large|all|2|32|29|90.6|1|2|0|–|61.5|123.0|4.241|1"},
		{1, "large|UpperBounds|2|1|+0.50|ASLink-PT-08b|0.50|Echo-PT-d02r09|0|0"},
		{2, "ASLink-PT-08b|UpperBounds|16|5|0.50|–|–|–|–|–|–"},
	} {
		if !slices.ContainsFunc(sheets[want.sheet].Rows,
			func(row []string) bool { return strings.Join(row, "|") == want.row }) {
			t.Errorf("%s is not among\n%v", want.row, sheets[want.sheet].Rows)
		}
	}
}
