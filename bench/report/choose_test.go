package report

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"brim/bench"
)

// The fullest and newest records of a suite are shown, in full or in short.

// sample returns a suite of nets of some sizes, each by two strategies, with a table of their times and published ones.
func sample(name string, limit time.Duration, sizes ...int) bench.Suite {
	s := bench.Suite{Name: name, Title: "what " + name + " is about"}
	cell := func(n int, strategy string) bench.Cell {
		return bench.Cell{
			Labels: []bench.Label{{Key: "model", Value: "net"}, {Key: "n", Value: strconv.Itoa(n)},
				{Key: "strategy", Value: strategy}},
			Model: "net:" + strconv.Itoa(n), Property: "EF p", Flags: []string{"--strategy", strategy}, Want: "holds",
			Time: limit,
		}
	}
	for _, n := range sizes {
		for _, strategy := range []string{"one", "two"} {
			s.Cells = append(s.Cells, cell(n, strategy))
		}
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		t := bench.Table{Name: name, Title: "Table of " + name, Keys: []string{"net"}, Columns: []string{"One", "Two"}}
		points := bench.Chart{Name: name + "-chart", Title: "Figure of " + name, X: "n", Y: "seconds", Log: true,
			Series: []bench.Series{{Name: "one"}}}
		for _, n := range sizes {
			row := bench.Row{Keys: []string{"net:" + strconv.Itoa(n)}}
			for _, strategy := range []string{"one", "two"} {
				c := cell(n, strategy)
				x := r.Cell(c.Name())
				row.Entries = append(row.Entries, bench.Entry{Paper: bench.Exactly(float64(n)), Ours: x})
				if strategy == "one" && x != nil {
					points.Series[0].Points = append(points.Series[0].Points, bench.Point{X: float64(n), Y: x.CPU})
				}
			}
			t.Rows = append(t.Rows, row)
		}
		t.Notes = []string{"measured with `--strategy`"}
		return []*bench.Sheet{t.Sheet(), t.Found(), points.Sheet()}
	}
	return s
}

// measured returns a record of each cell.
func measured(s bench.Suite, began time.Time) (list []bench.Record) {
	for i, c := range s.Cells {
		list = append(list, bench.Record{
			Suite: s.Name, Cell: c.Name(), Args: c.Args(), Seconds: c.Time.Seconds(), Run: 1,
			Began:   began.Add(time.Duration(i) * time.Second),
			Outcome: bench.Done, CPU: 0.5 * float64(i+1), Wall: 0.6, RSS: 30_000_000,
			Answer: bench.Answer{Verdict: new("holds"), Bound: new(7), States: new("12")},
			Machine: bench.Machine{Build: "0123abcd", Commit: "89abcdef", Go: "go1.26", System: "linux/amd64",
				Cores: 2},
		})
	}
	return list
}

var day = time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)

// versions returns a suite of three sizes, and its short version of one.
func versions() (full, quick []bench.Suite) {
	return []bench.Suite{sample("alpha", time.Minute, 1, 2, 3)}, []bench.Suite{sample("alpha", time.Second, 1)}
}

func TestChoose(t *testing.T) {
	full, quick := versions()
	minute := sample("alpha", 10*time.Second, 1, 2, 3) // as by --limit-time
	whole := File{"raw/whole.jsonl", measured(full[0], day)}
	part := File{"raw/part.jsonl", measured(full[0], day.Add(2*time.Hour))[:4]}
	brief := File{"raw/brief.jsonl", measured(quick[0], day.Add(3*time.Hour))}
	other := File{"raw/other.jsonl", measured(minute, day.Add(4*time.Hour))}
	both := File{"raw/both.jsonl", slices.Concat(brief.Records, part.Records)}
	for _, c := range []struct {
		name     string
		files    []File
		quick    bool
		file     string
		short    bool
		measured int
		limit    time.Duration
		absent   string // reasons, each with its number
	}{
		{"nothing", nil, false, "", false, 0, time.Minute, "6 not measured"},
		{"whole", []File{whole}, false, "raw/whole.jsonl", false, 6, time.Minute, ""},
		{"a newer part", []File{part, whole}, false, "raw/whole.jsonl", false, 6, time.Minute, ""},
		{"a part", []File{part}, false, "raw/part.jsonl", false, 4, time.Minute, "2 not measured"},
		{"a newer short one", []File{brief, whole}, false, "raw/whole.jsonl", false, 6, time.Minute, ""},
		{"a short one", []File{brief}, false, "raw/brief.jsonl", true, 2, time.Second, "4 left out by --quick"},
		{"the short one is asked for", []File{brief, whole}, true, "raw/brief.jsonl", true, 2, time.Second,
			"4 left out by --quick"},
		{"a short one that is not there", []File{whole}, true, "", true, 0, time.Second,
			"2 not measured, 4 left out by --quick"},
		{"other limits", []File{other}, false, "raw/other.jsonl", false, 6, 10 * time.Second, ""},
		{"of two whole ones the newer", []File{other, whole}, false, "raw/other.jsonl", false, 6, 10 * time.Second, ""},
		{"both in one file", []File{both}, false, "raw/both.jsonl", false, 4, time.Minute, "2 not measured"},
		{"both in one file, the short one", []File{both}, true, "raw/both.jsonl", true, 2, time.Second,
			"4 left out by --quick"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := Choose(full, quick, c.files, c.quick)[0]
			if s.File != c.file || s.Short != c.short || s.Measured() != c.measured || s.Cells[0].Time != c.limit {
				t.Errorf("got %q, short %v, %d cells within %v; want %q, %v, %d, %v", s.File, s.Short, s.Measured(),
					s.Cells[0].Time, c.file, c.short, c.measured, c.limit)
			}
			var reasons []string
			for _, a := range s.Absent {
				reasons = append(reasons, a.Reason)
			}
			var got []string
			for _, r := range []string{notMeasured, leftOut} {
				if n := strings.Count(strings.Join(reasons, "\n"), r); n > 0 {
					got = append(got, strconv.Itoa(n)+" "+r)
				}
			}
			if strings.Join(got, ", ") != c.absent {
				t.Errorf("got %q absent, want %q", got, c.absent)
			}
			if len(s.Aside) != max(0, len(c.files)-1) && c.file != "" && !c.quick {
				t.Errorf("%q stand aside of %d files", s.Aside, len(c.files))
			}
		})
	}
}

// What a cell would have needed stands in its reason.
func TestWhyAbsent(t *testing.T) {
	for reason, c := range map[string]bench.Cell{
		"not measured: it needs --program pnmc=COMMAND": {Program: "pnmc"},
		"not measured: it needs --nets DIRECTORY":       {Folder: "nets"},
		"not measured": {},
	} {
		if got := whyAbsent(&c); got != reason {
			t.Errorf("got %q, want %q", got, reason)
		}
	}
}
