package comparisons

import (
	"fmt"
	"strconv"

	"brim/bench"
	"brim/bench/tables/entry"
)

// What the records of the suite techniques say about each technique that works alone.

// alone has a line for each technique that works alone.
func (s *techniqueSums) alone(name string) *bench.Sheet {
	sheet := &bench.Sheet{
		Name: name, Title: "Techniques alone", Left: 1,
		Header: []string{"only", "runs", "known", "right", "%", "only it", "wrong", "CPU s", "after s"},
	}
	var tasks []*techniqueTask
	for i := range s.tasks {
		if t := &s.tasks[i]; t.hasAlone() {
			tasks = append(tasks, t)
		}
	}
	holders := map[string][]string{} // of a question: the techniques that decide it, without parts
	for _, t := range tasks {
		for i := range techniqueWays {
			if w := &techniqueWays[i]; !w.part {
				for id := range mostly(s.of(t, alone, w.name)) {
					holders[t.net+"/"+t.examination+"/"+id] = append(holders[t.net+"/"+t.examination+"/"+id], w.name)
				}
			}
		}
	}
	for i := range techniqueWays {
		if row := s.aloneRow(&techniqueWays[i], tasks, holders); row != nil {
			sheet.Rows = append(sheet.Rows, row)
		}
	}
	if len(sheet.Rows) > 0 {
		sheet.Notes = []string{
			fmt.Sprintf("`brim mcc --only` each technique, %v each, on a part of the sample of the other table. "+
				"known: questions with a known answer; only it: of the right ones, those that no other line has, "+
				"where parts of a technique (–) are no others. ", aloneTime) +
				"CPU s: of all runs; a technique that has no answer works until the limit. after s: seconds of the " +
				"clock until an answer, the median.",
		}
	}
	return sheet
}

// aloneRow returns the line of a technique, nil without runs.
func (s *techniqueSums) aloneRow(w *techniqueWay, tasks []*techniqueTask, holders map[string][]string) []string {
	runs, known, right, wrong, unique := 0, 0, 0, 0, 0
	seconds, after := 0.0, []float64{}
	for _, t := range tasks {
		for _, x := range s.of(t, alone, w.name) {
			runs++
			seconds += x.CPU
			wrong += len(answersOf(x, "wrong"))
			known += len(answersOf(x, "right", "wrong", "missing"))
			for _, a := range answersOf(x, "right") {
				right++
				after = append(after, a.after)
				if h := holders[t.net+"/"+t.examination+"/"+a.id]; len(h) == 1 &&
					(h[0] == w.name || w.part && h[0] == "symbolic") {
					unique++
				}
			}
		}
	}
	if runs == 0 {
		return nil
	}
	name := w.name
	if w.part {
		name = "– " + name
	}
	return []string{
		name, strconv.Itoa(runs), strconv.Itoa(known), strconv.Itoa(right), percent(right, known), strconv.Itoa(unique),
		strconv.Itoa(wrong),
		entry.Decimals(seconds, 2, true), entry.Median(after, 3),
	}
}
