package report

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"brim/bench"
	"brim/bench/tables"
)

// The page of all stored records of this repository has every record, table and claim.

// stored returns the files of records of this repository, and what they show.
var stored = sync.OnceValues(func() ([]File,
	error) {
	return Read(context.Background(), filepath.Join("..", "..", "results"))
})

// whole returns the page of all suites with the stored records.
func whole(t *testing.T, files []File, short bool) *Page {
	t.Helper()
	return &Page{
		Suites: Choose(tables.All(false), tables.All(true), files, short), Claims: tables.Claims(),
		Command: "brim report", Version: "brim test",
	}
}

func storedFiles(t *testing.T) []File {
	t.Helper()
	files, err := stored()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// mostBytes is how large the page may be.
const mostBytes = 3 << 20

// The page of all stored records has every table and figure of every suite, in full and in short, and is not too large.
func TestStored(t *testing.T) {
	for _, short := range []bool{false, true} {
		p := whole(t, storedFiles(t), short)
		text := written(t, p)
		t.Logf("short %v: %d bytes", short, len(text))
		if len(text) >= mostBytes {
			t.Errorf("short %v: the page has %d bytes, expected less than %d", short, len(text), mostBytes)
		}
		suites := tables.All(short)
		for i, s := range suites {
			if !strings.Contains(text, `<section id="suite-`+s.Name+`"`) {
				t.Errorf("short %v: no section of %s", short, s.Name)
			}
			for _, sheet := range s.Report(p.Suites[i].Results) {
				if !strings.Contains(text, ` id="sheet-`+sheet.Name+`"`) {
					t.Errorf("short %v: no table %s", short, sheet.Name)
				}
				if sheet.Chart != nil && !strings.Contains(text, `class="picture chart" data-name="`+sheet.Name+`"`) {
					t.Errorf("short %v: no figure %s", short, sheet.Name)
				}
			}
		}
		for _, c := range p.Claims {
			if !strings.Contains(text, ` id="claim-`+c.Name+`"`) {
				t.Errorf("short %v: no claim %s", short, c.Name)
			}
		}
	}
}

// Of every record of a cell that is shown the page has the command, machine and commit; cells without a record say why.
func TestStoredRecords(t *testing.T) {
	p := whole(t, storedFiles(t), false)
	records := 0
	for i := range p.Suites {
		s := &p.Suites[i]
		data, err := data(s, nil)
		if err != nil {
			t.Fatal(err)
		}
		records += len(s.Records())
		for _, r := range s.Records() {
			if r.Commit != "" && !strings.Contains(string(data), "commit "+r.Commit) {
				t.Errorf("%s: no commit %s", s.Name, r.Commit)
			}
		}
		without := 0
		for _, c := range s.Cells {
			if s.Cell(c.Name()) == nil {
				without++
			}
		}
		if without != len(s.Absent) && !s.Short {
			t.Errorf("%s: %d cells without a record, %d with a reason", s.Name, without, len(s.Absent))
		}
	}
	if records < 1000 {
		t.Errorf("only %d records are shown", records)
	}
}

// A doctored record of a stored sweep changes the section of its suite and no other.
func TestStoredDoctored(t *testing.T) {
	files := storedFiles(t)
	before := sections(written(t, whole(t, files, false)))
	doctored := make([]File, len(files))
	done := ""
	for i, f := range files {
		doctored[i] = File{f.Name, append([]bench.Record(nil), f.Records...)}
		for k := range f.Records {
			if r := &doctored[i].Records[k]; done == "" && r.Suite == "table1" && r.Outcome == bench.Done {
				r.CPU, done = r.CPU*1000, r.Cell
			}
		}
	}
	after := sections(written(t, whole(t, doctored, false)))
	for id, text := range after {
		switch own := id == "suite-table1"; {
		case id == "claims":
			for _, c := range tables.Claims() {
				if row := `id="claim-` + c.Name + `"`; c.Suite != "table1" && cut(text, row) != cut(before[id], row) {
					t.Errorf("%s was doctored, and the claim %s differs", done, c.Name)
				}
			}
		case own == (text == before[id]):
			t.Errorf("%s was doctored, and %s is the same: %v", done, id, !own)
		}
	}
}
