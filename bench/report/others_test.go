package report

import (
	"strings"
	"testing"
	"time"

	"brim/bench"
)

// Records of suites that brim does not know are shown, too, each suite in its own table, by the file with the newest.
func TestOthers(t *testing.T) {
	full, quick := versions()
	record := func(cell string, began time.Time) bench.Record {
		return bench.Record{
			Suite: "mine", Cell: cell, Program: "cadical", Tool: "cadical", Args: []string{"a.cnf"}, Seconds: 7, Run: 1,
			Began:   began,
			Outcome: bench.Done, CPU: 1.5, Wall: 1.25, RSS: 5_500_000,
			Answer: bench.Answer{Verdict: new("satisfiable")},
		}
	}
	old := File{"raw/old.jsonl", []bench.Record{record("file=z/tool=cadical", day)}}
	late := File{"raw/new.jsonl", []bench.Record{record("file=a/tool=cadical", day.Add(time.Hour)),
		record("file=b/tool=cadical", day.Add(time.Hour)), record("no name of a cell", day)}}
	late.Records[1].Outcome, late.Records[1].Verdict, late.Records[1].CPU = bench.Time, nil, 7
	files := []File{late, {"raw/alpha.jsonl", measured(full[0], day)}, old}
	others := Others(full, files)
	if len(others) != 1 || others[0].Name != "mine" || len(others[0].Cells) != 2 {
		t.Fatalf("got %+v", others)
	}
	p := &Page{Suites: Choose(append(full, others...), append(quick, others...), files, false)}
	text := sections(written(t, p))["suite-mine"]
	for _, want := range []string{
		`<th scope="row">a</th><td class="key">cadical</td><td class="key">done</td><td class="key">satisfiable</td><td>1.50</td><td>1.250</td><td>5.5</td>`,
		`<th scope="row">b</th><td class="key">cadical</td><td class="key">time</td><td class="key">–</td><td class="limit">&gt;7.00</td>`,
		`raw/new.jsonl`, `"w":["cadical","a.cnf"]`, `2 of 2 cells measured`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s in\n%s", want, text)
		}
	}
	if strings.Contains(text, "differ") {
		t.Errorf("questions of two names are taken for one:\n%s", text)
	}
}
