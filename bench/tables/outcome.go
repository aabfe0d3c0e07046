package tables

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"brim/bench"
)

// record returns the record of a cell, nil if there is none.
func record(r bench.Results, c bench.Cell) *bench.Record { return r.Cell(c.Name()) }

// secondsOf writes the CPU time of a run, the median of several, or the limit that ended it, or why there is none.
func secondsOf(x *bench.Record) string {
	v := (bench.Entry{Ours: x}).Seconds()
	if v.Relation == '=' {
		return decimals(v.X, 3, true) + v.PlusMinus()
	}
	return bench.Shown(v)
}

// answeredBy says which techniques answered where no engine was named: nothing if the records do not know.
func answeredBy(r bench.Results) []string {
	runs := map[string]int{}
	for _, x := range r.Records() {
		if x.Engine == "auto" && x.Outcome == bench.Done {
			runs[x.By]++
		}
	}
	if len(runs) == 0 {
		return nil
	}
	var list []string
	for _, by := range slices.Sorted(maps.Keys(runs)) {
		list = append(list, by+" "+strconv.Itoa(runs[by]))
	}
	return []string{"auto: runs by the technique that answered, in the words of `brim help check engines`: " + strings.Join(list, ", ") + "."}
}

// floorNotes says what < means of memory, where runs have it.
func floorNotes(r bench.Results) []string {
	for _, x := range r.Records() {
		if x.Resident().Relation == '<' {
			return []string{"MB with <: what measured the run had as much itself, and below that nothing is known of the run."}
		}
	}
	return nil
}

// memoryOf writes the memory of a run, in MB.
func memoryOf(x *bench.Record) string {
	if x == nil {
		return noNumber
	}
	return x.Megabytes()
}

// stepsOf writes the length of the path that a run found.
func stepsOf(x *bench.Record) string {
	if x == nil || x.Steps == nil {
		return noNumber
	}
	return strconv.Itoa(*x.Steps)
}

// counted reports whether a record has all of some numbers in its statistics: what is not there is not 0.
func counted(x *bench.Record, keys ...string) bool {
	for _, k := range keys {
		if _, ok := x.Counts[k]; !ok {
			return false
		}
	}
	return true
}
