package comparisons

import (
	"cmp"
	"fmt"
	"strconv"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// What the records of the suite contest say: answers, limits that are passed, answers by memory.

// contestSums are the records of the suite.
type contestSums struct {
	limit   time.Duration
	tasks   []contestTask
	results bench.Results
}

// A contestSum adds up the runs of an examination.
type contestSum struct {
	runs                       int
	right, wrong, missing, new float64
	wall, cpu                  float64 // seconds
	atLimit                    int     // runs that had nearly all of their time
	late, memory               float64 // the largest: seconds over the limit, part of the limit of memory
	latest, largest            string  // which nets these are
	ended                      [2]int  // by the harness: at its limits of time and of memory
}

// add adds a run of a net.
func (s *contestSum) add(net string, x *bench.Record) {
	s.runs++
	s.right, s.wrong = s.right+x.Counts["right"], s.wrong+x.Counts["wrong"]
	s.missing, s.new = s.missing+x.Counts["missing"], s.new+x.Counts["new"]
	s.wall, s.cpu = s.wall+x.Wall, s.cpu+x.CPU
	if atLimit(x) {
		s.atLimit++
	}
	if late := x.Wall - x.Seconds; s.runs == 1 || late > s.late {
		s.late, s.latest = late, net
	}
	if part := float64(x.RSS) / float64(x.Bytes); part > s.memory {
		s.memory, s.largest = part, net
	}
	switch x.Outcome {
	case bench.Time:
		s.ended[0]++
	case bench.Memory:
		s.ended[1]++
	}
}

// sum adds up the runs of an examination of a folder; "" stands for all of them.
func (s *contestSums) sum(folder, examination string) *contestSum {
	sum := &contestSum{}
	for i := range s.tasks {
		t := &s.tasks[i]
		if t.folder != folder || examination != "" && t.examination != examination {
			continue
		}
		c := t.usual(s.limit)
		if x := entry.Record(s.results, c); x != nil && x.Outcome != bench.Failed {
			sum.add(t.net, x)
		}
	}
	return sum
}

// eachLine calls a function for each folder and examination that have runs, and for all examinations of the folder.
func (s *contestSums) eachLine(line func(folder, examination string, sum *contestSum)) {
	for _, folder := range []string{ownFolder, "models", "large", "coloured"} {
		for _, examination := range append(examinations[:len(examinations):len(examinations)], "") {
			if sum := s.sum(folder, examination); sum.runs > 0 {
				line(folder, cmp.Or(examination, "all"), sum)
			}
		}
	}
}

// answerCount writes a number of answers.
func answerCount(x float64) string { return strconv.Itoa(int(x)) }

// answers has a line for each set and examination with the answers by what is known of them.
func (s *contestSums) answers(name string) *bench.Sheet {
	sheet := &bench.Sheet{
		Name: name, Title: "Answers to the contest's questions", Left: 2,
		Header: []string{
			"nets", "examination", "runs", "known", "right", "%", "wrong", "missing", "new", "best tool", "s", "CPU s",
			"CPU s/answer", "at limit",
		},
	}
	s.eachLine(func(folder, examination string, sum *contestSum) {
		known, per := sum.right+sum.wrong+sum.missing, entry.None
		if sum.right > 0 {
			per = entry.Decimals(sum.cpu/sum.right, 3, true)
		}
		best := entry.None
		if folder == "large" {
			best = cmp.Or(bestTool[examination], entry.None)
		}
		sheet.Rows = append(sheet.Rows, []string{
			folder, examination, strconv.Itoa(sum.runs), answerCount(known), answerCount(sum.right),
			percent(int(sum.right), int(known)),
			answerCount(sum.wrong), answerCount(sum.missing), answerCount(sum.new), best,
			entry.Decimals(sum.wall, 1, true),
			entry.Decimals(sum.cpu, 1, true), per, strconv.Itoa(sum.atLimit),
		})
	})
	if len(sheet.Rows) > 0 {
		sheet.Notes = []string{
			"An examination of a net is a run of `brim mcc` on all cores of the machine. right, wrong: answers that " +
				"agree or do not agree with the known one; missing: known, and not given; new: given, and not known; " +
				"at limit: runs that had nine tenths of their time or more.",
			"best tool: what the best tool of the contest of 2023 decided of the questions about all of its nets, in " +
				"percent, with an hour and four cores. `large` is a sample of these nets, so both numbers are " +
				"estimates of the same thing for different limits.",
			"s, CPU s: of all runs, by the clock and of the processors.",
		}
	}
	return sheet
}

// limits has a line for each set and examination with what the runs took, next to their limits.
func (s *contestSums) limits(name string) *bench.Sheet {
	sheet := &bench.Sheet{
		Name: name, Title: "Limits of time and memory, and what runs take", Left: 2,
		Header: []string{
			"nets", "examination", "runs", "at limit", "latest s", "of", "most memory", "of", "ended: time", "memory",
		},
	}
	s.eachLine(func(folder, examination string, sum *contestSum) {
		sheet.Rows = append(sheet.Rows, []string{
			folder, examination, strconv.Itoa(sum.runs), strconv.Itoa(sum.atLimit), fmt.Sprintf("%+.2f", sum.late),
			sum.latest, entry.Decimals(sum.memory, 2, true), cmp.Or(sum.largest, entry.None),
			strconv.Itoa(sum.ended[0]),
			strconv.Itoa(sum.ended[1]),
		})
	})
	if len(sheet.Rows) > 0 {
		sheet.Notes = []string{
			"latest s: seconds of the clock between the limit and the end of the process, the most of all runs; " +
				"negative where all ended before. most memory: the largest resident set over the limit, and the net " +
				"that had it.",
			"ended: runs that the harness ended, since they were late by half a second and a tenth of the limit, or " +
				"had too much memory.",
		}
	}
	return sheet
}

// memory has a line for each examination that was run with several limits of memory.
func (s *contestSums) memory(name string, tasks []contestTask) *bench.Sheet {
	sheet := &bench.Sheet{
		Name: name, Title: "Right answers by the limit of memory", Left: 2,
		Header: []string{"net", "examination", "known"},
	}
	for _, m := range hungerMemory {
		sheet.Header = append(sheet.Header, m.name, "of it")
	}
	for i := range tasks {
		t := &tasks[i]
		row, some := []string{t.net, t.examination, entry.None}, false
		for _, m := range hungerMemory {
			c := t.cell(s.limit, m.name, m.bytes)
			x := entry.Record(s.results, c)
			if x == nil || x.Outcome == bench.Failed {
				row = append(row, entry.None, entry.None)
				continue
			}
			some = true
			row[2] = answerCount(x.Counts["right"] + x.Counts["wrong"] + x.Counts["missing"])
			row = append(row, answerCount(x.Counts["right"]), entry.Decimals(float64(x.RSS)/float64(x.Bytes), 2, true))
		}
		if some {
			sheet.Rows = append(sheet.Rows, row)
		}
	}
	if len(sheet.Rows) > 0 {
		sheet.Notes = []string{"of it: the largest resident set over the limit."}
	}
	return sheet
}
