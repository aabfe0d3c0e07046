package bench

import (
	"fmt"
	"slices"
	"strings"
)

// Results are the records of the cells of a suite, under the limits of these.
type Results struct {
	best    map[string]*Record // by name of the cell
	records []*Record
}

// NewResults picks, of any records, those of the cells of s. Of a run that was recorded more than once, the last record counts.
func NewResults(s *Suite, records []Record) Results {
	res := Results{best: map[string]*Record{}}
	byKey := map[string]*Record{}
	for i := range records {
		if r := &records[i]; r.Suite == s.Name {
			byKey[r.key()] = r
		}
	}
	for i := range s.Cells {
		c := &s.Cells[i]
		for run := 1; ; run++ {
			r, ok := byKey[c.key(run)]
			if !ok {
				break
			}
			res.records = append(res.records, r)
			if b := res.best[r.Cell]; b == nil || better(r, b) {
				res.best[r.Cell] = r
			}
		}
	}
	return res
}

// better tells whether r is to be shown rather than b: what is wrong before all, then what is done in the least CPU time.
func better(r, b *Record) bool {
	if r.Outcome != b.Outcome {
		return rank(r.Outcome) > rank(b.Outcome)
	}
	return r.CPU < b.CPU
}

func rank(o Outcome) int { return slices.Index([]Outcome{Done, Failed, Wrong}, o) } // -1 for limits

// Cell returns the record of the cell with a name, nil if there is none. Of several runs it is the one with the least CPU time, unless
// one of them was wrong.
func (r Results) Cell(name string) *Record { return r.best[name] }

// Records returns the records of all runs.
func (r Results) Records() []*Record { return r.records }

// Measured returns how many cells have a record.
func (r Results) Measured() int { return len(r.best) }

// Problems returns the records that are wrong or failed.
func (r Results) Problems() []*Record {
	var list []*Record
	for _, x := range r.records {
		if x.Outcome == Wrong || x.Outcome == Failed {
			list = append(list, x)
		}
	}
	return list
}

// Origin says in one line for each build and machine where the records come from.
func (r Results) Origin() []string {
	var lines []string
	for _, x := range r.records {
		words := []string{"build " + x.Build}
		if x.Commit != "" {
			words = append(words, "commit "+x.Commit)
		}
		words = append(words, x.Go, x.System, fmt.Sprintf("%d cores", x.Cores))
		if x.Processor != "" {
			words = append(words, x.Processor)
		}
		if line := strings.Join(words, ", "); !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return lines
}
