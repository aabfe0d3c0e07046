// Package entry writes what records say as entries of tables: times, memory, verdicts, numbers, or the dash that stands
// for what is not known. It also has what else the suites of package bench/tables share, such as their limits of time.
package entry

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"brim/bench"

	"gonum.org/v1/gonum/stat"
)

// Record returns the record of a cell, nil if there is none.
func Record(r bench.Results, c bench.Cell) *bench.Record { return r.Cell(c.Name()) }

// Seconds returns the CPU time of a run as text: the median of several runs, a bound if the limit of time ended the
// run, or the outcome if the run has no time.
func Seconds(x *bench.Record) string {
	v := (bench.Entry{Ours: x}).Seconds()
	if v.Relation == '=' {
		return Decimals(v.X, 3, true) + v.PlusMinus()
	}
	return bench.Shown(v)
}

// AnsweredBy says which techniques answered where no engine was named: nothing if the records do not know.
func AnsweredBy(r bench.Results) []string {
	runs := map[string]int{}
	for _, x := range r.Records() {
		if x.Engine == "auto" && x.Outcome == bench.Done {
			runs[x.By]++
		}
	}
	if len(runs) == 0 {
		return nil
	}
	techniques := slices.Sorted(maps.Keys(runs))
	list := bench.Map(techniques, func(by string) string { return by + " " + strconv.Itoa(runs[by]) })
	return []string{"auto: runs by the technique that answered, in the words of `brim help check engines`: " +
		strings.Join(list, ", ") + "."}
}

// FloorNotes says what < means of memory, where runs have it.
func FloorNotes(r bench.Results) []string {
	for _, x := range r.Records() {
		if x.Resident().Relation == '<' {
			return []string{"MB with <: what measured the run had as much itself, and below that nothing is known of " +
				"the run."}
		}
	}
	return nil
}

// Memory writes the memory of a run, in MB.
func Memory(x *bench.Record) string {
	if x == nil {
		return None
	}
	return x.Megabytes()
}

// Steps writes the length of the path that a run found.
func Steps(x *bench.Record) string {
	if x == nil || x.Steps == nil {
		return None
	}
	return strconv.Itoa(*x.Steps)
}

// Counted reports whether a record has all of some numbers in its statistics: what is not there is not 0.
func Counted(x *bench.Record, keys ...string) bool {
	for _, k := range keys {
		if _, ok := x.Counts[k]; !ok {
			return false
		}
	}
	return true
}

// None is the text for values that are unknown or were not measured. It has no other meaning.
const None = "–"

// Decimals writes x with a number of decimals, as a bound if it is one.
func Decimals(x float64, digits int, exact bool) string {
	text := strconv.FormatFloat(x, 'f', digits, 64)
	if !exact {
		text = ">" + text
	}
	return text
}

// Median writes the median of values with a number of decimals, a dash if there are no values.
func Median(values []float64, digits int) string {
	if len(values) == 0 {
		return None
	}
	return Decimals(Middle(values), digits, true)
}

// Middle returns the median of one value at least, of an even number of values the lower one in the middle.
func Middle(values []float64) float64 {
	return stat.Quantile(0.5, stat.Empirical, slices.Sorted(slices.Values(values)), nil)
}

// Verdict writes the verdict of a run, or the limit that ended it.
func Verdict(x *bench.Record) string {
	switch {
	case x.Outcome == bench.Wrong && x.Verdict != nil:
		return "WRONG: " + *x.Verdict
	case x.Outcome == bench.Done && x.Verdict != nil:
		return *x.Verdict
	case x.Outcome == bench.Time || x.Outcome == bench.Memory:
		return "unknown: " + string(x.Outcome)
	}
	return string(x.Outcome)
}
