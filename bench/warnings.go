package bench

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"brim/bench/measure"
)

// What is wrong with records: warnings for the end of a table.

// Warnings returns what readers have to know before they trust a table of these results: wrong answers, records that
// contradict themselves or each other, several builds, builds without a known commit, and a machine with other work.
func (r Results) Warnings() (list []string) {
	for _, x := range r.records {
		if x.Outcome == Wrong {
			list = append(list, x.Cell+": "+x.Reason)
		}
		if what := x.contradiction(); what != "" {
			list = append(list, fmt.Sprintf("the record of %s contradicts itself: %s", x.Cell, what))
		}
	}
	list = append(list, r.Conflicts()...)
	if builds := r.Builds(); len(builds) > 1 { // of one program
		list = append(list, fmt.Sprintf("these are records of %d builds, so no two cells can be compared for "+
			"certain: %s", len(builds), strings.Join(builds, ", ")))
	}
	unknown := Count(r.records, func(x *Record) bool { return x.Commit == "" && x.Tool == "" })
	changed := Count(r.records, func(x *Record) bool { return strings.HasSuffix(x.Commit, changes) })
	if unknown > 0 {
		list = append(list, fmt.Sprintf("%d of %d records do not say of which commit the executable was: it was "+
			"built without its version history", unknown, len(r.records)))
	}
	if changed > 0 {
		list = append(list, fmt.Sprintf("%d of %d records are of changed sources, which no commit has", changed,
			len(r.records)))
	}
	if busy := Count(r.records, (*Record).Crowded); busy > 0 {
		list = append(list, fmt.Sprintf("when %d of %d runs began, more programs were at work than the machine has "+
			"cores: their times are too long", busy, len(r.records)))
	}
	return append(list, r.disturbances()...)
}

// disturbances reports the kinds of disturbance that records have, each with the number of its runs and the first of
// them, and whether memory was measured in different ways or runs were kept on different cores.
func (r Results) disturbances() (list []string) {
	first, count := map[string]string{}, map[string]int{}
	var kinds []string
	ways, cores := map[string]bool{}, map[string]bool{}
	for _, x := range r.records {
		ways[cmp.Or(x.MeasuredBy, measure.Rusage)], cores[fmt.Sprint(x.Pinned)] = true, true
		seen := map[string]bool{}
		for _, d := range x.Disturbed {
			kind, text, _ := strings.Cut(d, ": ")
			if count[kind] == 0 {
				kinds, first[kind] = append(kinds, kind), x.Cell+": "+text
			}
			if !seen[kind] {
				seen[kind] = true
				count[kind]++
			}
		}
	}
	for _, k := range kinds {
		list = append(list, fmt.Sprintf("%s, in %d of %d runs, the first of them %s", k, count[k], len(r.records),
			first[k]))
	}
	if len(ways) > 1 {
		list = append(list, "memory was measured in different ways, which package measure explains: "+
			strings.Join(slices.Sorted(maps.Keys(ways)), ", "))
	}
	if len(cores) > 1 {
		list = append(list, "runs were kept on different cores: "+strings.Join(slices.Sorted(maps.Keys(cores)), ", "))
	}
	return list
}

// Builds returns the builds that the records of a program are of, of that with most builds: a table that compares
// programs has one of each.
func (r Results) Builds() []string { return Builds(r.records) }

// Builds is Results.Builds for any records.
func Builds(records []*Record) (most []string) {
	builds := map[string][]string{}
	for _, x := range records {
		program := x.Program + "\x00" + x.Tool // an adapter for each kind of model
		list := builds[program]
		list = AddNew(list, cmp.Or(x.Build, "unknown"))
		if builds[program] = list; len(list) > len(most) {
			most = list
		}
	}
	return most
}

// statuses of the process are those of brim check.
var statuses = map[string]int{"holds": 0, "fails": 1, "unknown": 3}

// contradiction checks the fields of a record against each other: outcome, verdict, status of the process,
// completeness, and the numbers of states and nodes. It describes the first contradiction, or returns "".
func (r *Record) contradiction() string {
	verdict := "unknown"
	if r.Verdict != nil {
		verdict = *r.Verdict
	}
	status, known := statuses[verdict]
	check := len(r.Args) == 0 || r.Args[0] == "check"
	decided := r.Outcome == Done || r.Outcome == Wrong
	complete := r.Complete != nil && *r.Complete
	switch {
	case r.Outcome == Failed:
	case r.Tool != "":
		if decided && r.Verdict == nil && r.States == nil {
			return fmt.Sprintf("the outcome is %s, and there is no answer", r.Outcome)
		}
	case !check && decided != complete:
		return fmt.Sprintf("complete is %v, the outcome %s", complete, r.Outcome)
	case !check && r.Verdict != nil:
		return "there is a verdict, which was not asked for"
	case check && !known:
		return "the verdict is " + verdict
	case r.Verdict != nil && r.Status != status:
		return fmt.Sprintf("the verdict is %s, the status of the process %d", verdict, r.Status)
	case check && decided != (verdict != "unknown"):
		return fmt.Sprintf("the verdict is %s, the outcome %s", verdict, r.Outcome)
	case r.Outcome == Done && r.Reason != "":
		return "there is a verdict, and a reason why there is none: " + r.Reason
	case complete && r.Bound != nil && *r.Bound > 0:
		return fmt.Sprintf("all markings are known, and those within %d steps", *r.Bound)
	case complete && !decided:
		return "all markings are known, and the verdict is not"
	case r.statesDiffer():
		return fmt.Sprintf("%s states, and %v in its statistics", *r.States, r.Counts["states"])
	case r.Nodes != nil && r.PeakNodes != nil && *r.Nodes > *r.PeakNodes:
		return fmt.Sprintf("%d nodes, and at most %d at a time", *r.Nodes, *r.PeakNodes)
	}
	return ""
}

// statesDiffer reports whether the statistics of an explicit engine have another number of states than the record.
func (r *Record) statesDiffer() bool {
	if r.States == nil {
		return false
	}
	n, ok := r.Counts["states"]
	x, err := strconv.ParseFloat(*r.States, 64)
	return ok && err == nil && n != x
}

// Conflicts compares the records of each question: their verdicts, and the numbers of states of those that know all
// markings of a model. It describes each pair that differs. One of two such records is wrong, but it is unknown
// which.
func (r Results) Conflicts() (list []string) {
	type answer struct{ text, cell string }
	first := map[string]answer{}
	differ := func(what, key, text, cell string) {
		if old, ok := first[key]; !ok {
			first[key] = answer{text, cell}
		} else if old.text != text {
			list = append(list, fmt.Sprintf("%s: %s by %s, %s by %s", what, old.text, old.cell, text, cell))
		}
	}
	for _, x := range r.records {
		c := r.cells[x.Cell]
		if x.Outcome != Done && x.Outcome != Wrong || c.checks() && (x.Verdict == nil || *x.Verdict == "unknown") {
			continue
		}
		if c.Model == "" { // any command
			if c.checks() {
				differ("the verdicts on "+c.Question+" differ", "verdict\x00"+c.Question, *x.Verdict, x.Cell)
			} else if x.States != nil {
				differ("the numbers of states of "+c.Question+" differ", "states\x00"+c.Question, *x.States, x.Cell)
			}
			continue
		}
		if c.checks() {
			differ("the verdicts on "+c.Model+" differ", c.question(), *x.Verdict, x.Cell)
		}
		if _, sample := x.Counts["runs"]; x.Complete != nil && *x.Complete && x.States != nil && !sample {
			differ("the numbers of all states of "+c.Model+" differ", "states\x00"+c.Model, *x.States, x.Cell)
		}
	}
	return list
}
