package report

import (
	"cmp"
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"brim/bench"
)

// Which stored records the page shows for each suite.

// A File is a file of records.
type File struct {
	Name    string // as it is shown
	Records []bench.Record
}

// last returns when the last run in the file began.
func (f *File) last() (t time.Time) {
	for i := range f.Records {
		if x := f.Records[i].Began; x.After(t) {
			t = x
		}
	}
	return t
}

// Read returns the files of records in the folder raw of a directory of results, those with the newest runs first.
func Read(ctx context.Context, dir string) ([]File, error) {
	raw := filepath.Join(dir, "raw")
	entries, err := os.ReadDir(raw)
	if err != nil {
		return nil, err
	}
	var files []File
	for _, e := range entries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if e.IsDir() || filepath.Ext(e.Name()) != ".jsonl" {
			continue
		}
		records, err := bench.ReadFile(filepath.Join(raw, e.Name()))
		if err != nil {
			return nil, err
		}
		files = append(files, File{filepath.ToSlash(filepath.Join("raw", e.Name())), records})
	}
	slices.SortFunc(files, func(a, b File) int {
		return cmp.Or(b.last().Compare(a.last()),
			cmp.Compare(b.Name, a.Name))
	})
	return files, nil
}

// A Selection is a suite with the records that are shown of it.
type Selection struct {
	bench.Suite // with the limits that the records have
	bench.Results
	Short  bool     // it is the short version, of bench --quick
	File   string   // "" if there are no records
	Aside  []string // other files with records of the suite
	Absent []Absent // cells without a record, those that only the full version has included
}

// An Absent is a cell without a record.
type Absent struct {
	Cell   bench.Cell
	Reason string // why, as far as that is known
}

// Why a cell has no record.
const (
	leftOut     = "left out by --quick"
	notMeasured = "not measured"
)

// Choose selects for each suite the file that has most cells of it, of several the one with the newest runs. full and
// quick list the same suites in the same order, and files come with the newest first.
//
// The full version of a suite is preferred to the short one, unless short asks for that; records of a file belong to
// the short version if it has all of them. A sweep may have had other limits than its suite: these are taken from the
// records.
func Choose(full, quick []bench.Suite, files []File, short bool) []Selection {
	var list []Selection
	for i := range full {
		var best *Selection
		var named []string
		for k := range files {
			s, ok := fit(&full[i], &quick[i], &files[k], short)
			if !ok {
				continue
			}
			named = append(named, s.File)
			if best == nil || best.Short && !s.Short || best.Short == s.Short && s.Measured() > best.Measured() {
				best = &s
			}
		}
		if best == nil {
			s := full[i]
			if short {
				s = quick[i]
			}
			best = &Selection{Suite: s, Results: bench.NewResults(&s, nil), Short: short}
		}
		best.Aside = slices.DeleteFunc(named, func(name string) bool { return name == best.File })
		best.absent(&full[i])
		list = append(list, *best)
	}
	return list
}

// fit returns what a file has of a suite, in full or in short, and whether it has anything.
func fit(full, quick *bench.Suite, f *File, short bool) (Selection, bool) {
	var records []bench.Record
	for i := range f.Records {
		if f.Records[i].Suite == full.Name {
			records = append(records, f.Records[i])
		}
	}
	s := Selection{Short: true, File: f.Name, Suite: *quick, Results: bench.NewResults(quick, records)}
	if short {
		return s, s.Measured() > 0
	}
	whole, r := limited(full, records)
	if n := r.Measured(); n > s.Measured() || n == len(whole.Cells) {
		s.Short, s.Suite, s.Results = false, whole, r
	}
	return s, s.Measured() > 0
}

// limited returns the suite under the limits that most records of its cells have, its own in doubt.
func limited(s *bench.Suite, records []bench.Record) (bench.Suite, bench.Results) {
	type limits struct {
		seconds float64
		bytes   int64
	}
	best, results := *s, bench.NewResults(s, records)
	tried := map[limits]bool{}
	for i := range records {
		l := limits{records[i].Seconds, records[i].Bytes}
		if tried[l] {
			continue
		}
		tried[l] = true
		other := *s
		other.Cells = slices.Clone(s.Cells)
		for k := range other.Cells {
			other.Cells[k].Time, other.Cells[k].Memory = time.Duration(math.Round(l.seconds*1e9)), l.bytes
		}
		if r := bench.NewResults(&other, records); r.Measured() > results.Measured() {
			best, results = other, r
		}
	}
	return best, results
}

// absent lists the cells that have no record.
func (s *Selection) absent(full *bench.Suite) {
	mine := map[string]bool{}
	for _, c := range s.Cells {
		mine[c.Name()] = true
		if s.Cell(c.Name()) == nil {
			s.Absent = append(s.Absent, Absent{c, whyAbsent(&c)})
		}
	}
	for _, c := range full.Cells {
		if s.Short && !mine[c.Name()] {
			s.Absent = append(s.Absent, Absent{c, leftOut})
		}
	}
}

// whyAbsent says what a cell would have needed.
func whyAbsent(c *bench.Cell) string {
	switch {
	case c.Program != "":
		return notMeasured + ": it needs --program " + c.Program + "=COMMAND"
	case c.Folder != "":
		return notMeasured + ": it needs --" + c.Folder + " DIRECTORY"
	}
	return notMeasured
}
