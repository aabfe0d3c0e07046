package bench

import (
	"fmt"
	"slices"
)

// This file merges the records of several sweeps.

// Merge returns the records of several sweeps, or of the parts of one, with one of each Key: the first that did not
// fail, or else the first. It says where two of one key answer differently, which one build must not.
func Merge(lists ...[]Record) (records []Record, conflicts []string) {
	at := map[string]int{}
	for _, r := range slices.Concat(lists...) {
		k, known := at[r.Key()]
		if !known {
			at[r.Key()] = len(records)
			records = append(records, r)
			continue
		}
		first := &records[k]
		if a, b := first.answered(), r.answered(); a != "" && b != "" && a != b {
			conflicts = append(conflicts,
				fmt.Sprintf("%s %s, run %d, build %s: %s in one record, %s in another", r.Suite, r.Cell, r.Run, r.Build,
					a, b))
		}
		if first.Outcome == Failed && r.Outcome != Failed {
			*first = r
		}
	}
	return records, conflicts
}

// answered returns what a record has found out for certain, "" if nothing.
func (r *Record) answered() string {
	switch {
	case r.Outcome != Done && r.Outcome != Wrong:
	case r.Verdict != nil && *r.Verdict != "unknown":
		return *r.Verdict
	case r.Verdict == nil && r.States != nil && r.Complete != nil && *r.Complete:
		return *r.States + " states"
	}
	return ""
}
