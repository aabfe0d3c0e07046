package comparisons

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"brim/bench"
	"brim/bench/stats"
	"brim/bench/tables/entry"
)

// What the records of the suite techniques say about each technique, added up.

// techniqueSums are the records of the suite, by cell.
type techniqueSums struct {
	tasks []techniqueTask
	runs  map[string][]*bench.Record
}

func newTechniqueSums(tasks []techniqueTask, r bench.Results) *techniqueSums {
	s := &techniqueSums{tasks: tasks, runs: map[string][]*bench.Record{}}
	for _, x := range r.Records() {
		if x.Outcome != bench.Failed {
			s.runs[x.Cell] = append(s.runs[x.Cell], x)
		}
	}
	return s
}

// of returns the runs of a task.
func (s *techniqueSums) of(t *techniqueTask, kind, name string) []*bench.Record {
	c := t.cell(kind, name)
	return s.runs[c.Name()]
}

// A techniqueAnswer is an answer of a run.
type techniqueAnswer struct {
	id, by string
	after  float64
}

// answersOf lists the answers of a run with one of some results: right, new, wrong.
func answersOf(x *bench.Record, results ...string) (list []techniqueAnswer) {
	for i := 0; ; i++ {
		key := fmt.Sprintf("answers.%d.", i)
		switch result := x.Words[key+"result"]; {
		case result == "":
			return list
		case slices.Contains(results, result):
			list = append(list, techniqueAnswer{x.Words[key+"id"], x.Words[key+"by"], x.Counts[key+"after"]})
		}
	}
}

// mostly returns the questions that more than half of the runs answer right.
func mostly(runs []*bench.Record) map[string]bool {
	times, ids := map[string]int{}, map[string]bool{}
	for _, x := range runs {
		for _, a := range answersOf(x, "right", "new") {
			if times[a.id]++; 2*times[a.id] > len(runs) {
				ids[a.id] = true
			}
		}
	}
	return ids
}

// cpu returns the CPU seconds of a run.
func cpu(x *bench.Record) float64 { return x.CPU }

// A techniqueSum compares runs without a technique with those of all techniques.
type techniqueSum struct {
	tasks        int
	all, without float64            // CPU seconds, medians added up
	turns        map[int][2]float64 // CPU seconds of each turn, without the technique and with all
	ratios       []float64          // of the medians of each examination, without over all
	answers      int                // of all techniques
	lost, gained []string
	wrong        int
	first        int       // answers that it gave first, in the first turn of all techniques
	after        []float64 // seconds of the clock until it gave them
}

// sum compares the runs of the tasks of a set.
func (s *techniqueSums) sum(set string, w *techniqueWay) *techniqueSum {
	sum := &techniqueSum{turns: map[int][2]float64{}}
	for i := range s.tasks {
		t := &s.tasks[i]
		all, without := s.of(t, leftOut, none), s.of(t, leftOut, w.name)
		if t.name() != set || len(all) == 0 || len(without) == 0 {
			continue
		}
		sum.tasks++
		a, b := stats.Median(bench.Map(all, cpu)).X, stats.Median(bench.Map(without, cpu)).X
		sum.all, sum.without = sum.all+a, sum.without+b
		if a > 0 && b > 0 {
			sum.ratios = append(sum.ratios, b/a)
		}
		for k := range min(len(all), len(without)) {
			x := sum.turns[k]
			sum.turns[k] = [2]float64{x[0] + without[k].CPU, x[1] + all[k].CPU}
		}
		before, after := mostly(all), mostly(without)
		sum.answers += len(before)
		sum.lost = append(sum.lost, missingIn(after, before)...)
		sum.gained = append(sum.gained, missingIn(before, after)...)
		for _, x := range without {
			sum.wrong += len(answersOf(x, "wrong"))
		}
		for _, a := range answersOf(all[0], "right", "new") {
			if w.gave(a.by) {
				sum.first++
				sum.after = append(sum.after, a.after)
			}
		}
	}
	return sum
}

// missingIn lists what is in list and not in known.
func missingIn(known, list map[string]bool) (ids []string) {
	for id := range list {
		if !known[id] {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// lastWords are the last words of an answer that was found on another net, with the technique that made that net.
var lastWords = []struct{ word, name string }{
	{" SKELETON", "skeleton"}, {" FRAGMENT", "fragment"}, {" UNFOLDING_TO_PT", "colours"},
	{" STRUCTURAL_REDUCTION", "reduced"},
}

// gave reports whether an answer is by the technique, of several words the longest that fits. What another technique
// found on another net is by the one that made the net, and what was found as CTL in place of LTL is also by ctl.
func (w *techniqueWay) gave(by string) bool {
	if w.name == "ctl" {
		return strings.Contains(by, w.word)
	}
	for _, x := range lastWords {
		if strings.HasSuffix(by, x.word) {
			return w.name == x.name
		}
	}
	best := ""
	for i := range techniqueWays {
		x := techniqueWays[i].word
		if x != "" && (by == x || strings.HasPrefix(by, x+" ")) && len(x) > len(best) {
			best = x
		}
	}
	return best != "" && best == w.word
}

// ratioText writes an estimated ratio with its interval, if there is one.
func ratioText(ratios []float64) string {
	switch {
	case len(ratios) == 0:
		return entry.None
	case len(ratios) == 1:
		return entry.Decimals(ratios[0], 2, true)
	}
	e := stats.GeometricMean(ratios)
	return fmt.Sprintf("%.2f [%.2f, %.2f]", e.X, e.Low, e.High)
}

// leftOut has a line for each set and technique that is left out.
func (s *techniqueSums) leftOut(name string) *bench.Sheet {
	sheet := &bench.Sheet{
		Name: name, Title: "Techniques left out", Left: 2,
		Header: []string{
			"nets", "without", "runs", "CPU s", "without/all", "each", "lost", "gained", "wrong", "first", "after s",
		},
	}
	known := map[string]bool{}
	for i := range s.tasks {
		set := s.tasks[i].techniqueSet
		if known[set.name()] {
			continue
		}
		known[set.name()] = true
		ways := slices.Concat([]techniqueWay{{name: none}, {name: noneElse}}, techniqueWays)
		for k := range ways {
			if row := s.sum(set.name(), &ways[k]).row(set.name(), &ways[k]); row != nil {
				sheet.Rows = append(sheet.Rows, row)
			}
		}
	}
	if len(sheet.Rows) > 0 {
		sheet.Notes = s.notes()
	}
	return sheet
}

// row returns the line of a set and a technique, nil without runs.
func (x *techniqueSum) row(set string, w *techniqueWay) []string {
	if x.tasks == 0 {
		return nil
	}
	name := w.name
	if w.part {
		name = "– " + name
	}
	var turns []float64
	for _, t := range x.turns {
		if t[1] > 0 {
			turns = append(turns, t[0]/t[1])
		}
	}
	slices.Sort(turns)
	row := []string{
		set, name, strconv.Itoa(x.tasks), entry.Decimals(x.without, 2, true), ratioText(turns), ratioText(x.ratios),
		strconv.Itoa(len(x.lost)), strconv.Itoa(len(x.gained)), strconv.Itoa(x.wrong), strconv.Itoa(x.first),
		entry.Median(x.after, 3),
	}
	if w.name == none {
		row[4], row[5], row[6], row[7] = "1", "1", "", ""
		row[9] = strconv.Itoa(x.answers)
		row[10] = entry.None
	}
	if w.name == noneElse || w.word == "" && w.name != none {
		row[9], row[10] = entry.None, entry.None
	}
	return row
}

// notes explain the table and say what the sample is.
func (s *techniqueSums) notes() []string {
	sample := map[string]int{}
	var sets []*techniqueSet
	for i := range s.tasks {
		t := &s.tasks[i]
		if sample[t.name()]++; sample[t.name()] == 1 {
			sets = append(sets, t.techniqueSet)
		}
	}
	what := bench.Map(sets, func(t *techniqueSet) string {
		return fmt.Sprintf("%s: %d, in %d turns of %v", t.name(), sample[t.name()], t.runs, t.limit)
	})
	return []string{
		"`brim mcc` with all techniques (none), the same once more (again), which shows what chance does, and " +
			"without each technique. The examinations are a sample by a hash of their names: " +
			strings.Join(what, "; ") +
			". A technique that no question of an examination can use is not left out there, so that its line has " +
			"fewer runs, and is compared with the runs of all techniques on these.",
		"runs: examinations. CPU s: of whole processes, medians over turns added up. without/all: the sum of all " +
			"examinations, the geometric mean over turns with its interval at 95 %; each: the geometric mean over " +
			"examinations with its interval, where each counts as much as any other. Above 1 the technique saves time.",
		"lost, gained: answers in more than half of the turns that are there with all techniques and not without " +
			"this one, or the other way round. wrong: of all turns. first: answers that this technique gave first in " +
			"the first turn with all techniques, of none all answers; after s: seconds of the clock until then, the " +
			"median.",
		"– stands before the parts of symbolic. ctl is no technique, but the formula of CTL that is asked beside one " +
			"of LTL.",
	}
}
