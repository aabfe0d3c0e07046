package tables

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"brim/bench"
)

// No key of a record is without effect: a change of any of them changes a table or its notes.

var allRecords = flag.Bool("records", false,
	"TestKeys changes each key of each stored record; without it, of those whose cells the short versions have")

// stored returns the records of the newest stored sweep of a suite, those of its cells under whatever limits they were
// measured, with the limits of s. If there are none it makes some up.
func stored(t *testing.T, s bench.Suite) []bench.Record {
	t.Helper()
	files := storedFiles(t, s.Name)
	var list []bench.Record
	if len(files) > 0 {
		records, err := bench.ReadFile(files[len(files)-1])
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range s.Cells {
			i := slices.IndexFunc(records,
				func(r bench.Record) bool { return r.Cell == c.Name() && slices.Equal(r.Args, c.Args()) })
			if i >= 0 {
				records[i].Seconds = c.Time.Seconds()
				list = append(list, records[i])
			}
		}
	}
	if len(list) == 0 || len(list) < len(s.Cells) && !*allRecords {
		t.Logf("%s has no stored records of these cells, or of some of them", s.Name)
		list = canned(s)
	}
	return list
}

// storedFiles returns the files of the stored sweeps of a suite, the oldest first.
func storedFiles(t *testing.T, suite string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "results", "raw", suite+"-2*-*-*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	return files
}

// rendered returns what people see of a suite: the cells of its tables and points of its charts, and all that stands
// below them.
func rendered(s *bench.Suite, records []bench.Record) (cells, notes string) {
	results := bench.NewResults(s, records)
	var c, n strings.Builder
	for _, x := range s.Report(results) {
		for _, row := range x.Rows {
			c.WriteString(strings.Join(row, "\t") + "\n")
		}
		n.WriteString(strings.Join(x.Notes, "\n") + "\n")
	}
	n.WriteString(strings.Join(results.Notes(), "\n"))
	return c.String(), n.String()
}

// A keyChange is a record in which one key has another value.
type keyChange struct {
	key    string // as rounds.bound, counts.states
	record bench.Record
}

// changed returns what r becomes if one of its keys is changed, for each.
func changed(t *testing.T, r bench.Record) (list []keyChange) {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var tree map[string]any
	decode := func() {
		tree = nil
		if err := json.Unmarshal(text, &tree); err != nil {
			t.Fatal(err)
		}
	}
	add := func(key string) {
		b, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		c := keyChange{key: key}
		if err := json.Unmarshal(b, &c.record); err != nil {
			t.Fatalf("%s: %v", key, err)
		}
		list = append(list, c)
		decode()
	}
	decode()
	for _, key := range slices.Sorted(maps.Keys(tree)) {
		switch x := tree[key].(type) {
		case map[string]any:
			for _, k := range slices.Sorted(maps.Keys(x)) {
				tree[key].(map[string]any)[k] = other(key+"."+k, x[k])
				add(key + "." + k)
			}
		case []any:
			round, ok := map[string]any{}, false
			if len(x) > 0 {
				round, ok = x[len(x)/2].(map[string]any)
			}
			if !ok {
				more := any("--more")
				if len(x) > 0 {
					more = other(key, x[0])
				}
				tree[key] = append(x, more)
				add(key)
				continue
			}
			for _, k := range slices.Sorted(maps.Keys(round)) {
				list := tree[key].([]any)
				list[len(list)/2].(map[string]any)[k] = other(k, round[k])
				add(key + "." + k)
			}
		default:
			tree[key] = other(key, x)
			add(key)
		}
	}
	return list
}

// other returns another value for a key.
func other(key string, x any) any {
	switch x := x.(type) {
	case nil:
		return map[string]any{"verdict": "holds", "complete": true, "states": "77",
			"rounds": []any{map[string]any{"bound": 7}}, "bound": 7, "nodes": 77, "peak_nodes": 77,
			"edd_nodes": 77, "mdd_nodes": 77, "made": 77, "seconds": 7}[key]
	case bool:
		return !x
	case float64:
		return 2*x + 1001
	case string:
		switch key {
		case "began":
			return "2001-02-03T04:05:06Z"
		case "verdict":
			return map[string]string{"holds": "fails", "fails": "unknown", "unknown": "holds"}[x]
		case "outcome":
			return map[string]string{"done": "time", "time": "memory", "unknown": "done"}[x]
		case "states":
			return "1" + x
		}
		return "other-" + x
	}
	panic(fmt.Sprintf("%s is a %T", key, x))
}

// inTables lists the keys that have to show in the cells or points of a suite, not in notes alone.
var inTables = map[string][]string{
	"table1":        {"bound", "complete", "cpu_seconds", "nodes", "outcome", "peak_nodes", "states", "verdict"},
	"table1-paper":  {"cpu_seconds", "outcome", "verdict"},
	"table1-orders": {"bound", "complete", "cpu_seconds", "nodes", "outcome", "peak_nodes", "states", "verdict"},
	"figure1": {"cpu_seconds", "nodes", "outcome", "rounds.bound", "rounds.edd_nodes", "rounds.mdd_nodes",
		"rounds.states", "states"},
	"constrained": {"cpu_seconds", "outcome"},
	"steps":       {"cpu_seconds", "outcome"},
	"refutation":  {"bound", "complete", "cpu_seconds", "nodes", "outcome", "peak_nodes", "states", "verdict"},
	"table2":      {"bound", "complete", "cpu_seconds", "nodes", "outcome", "peak_nodes", "states", "verdict"},
	"figure3":     {"rounds.bound", "rounds.edd_nodes", "rounds.mdd_nodes"},
	"versions":    {"bound", "cpu_seconds", "nodes", "outcome", "peak_nodes", "rounds.made", "states", "verdict"},
	"dfs-table1":  {"bound", "counts.search_bytes", "counts.states", "cpu_seconds"},
	"dfs-table2":  {"counts.increment", "counts.revisits", "counts.rounds", "counts.states", "outcome", "verdict"},
	"dfs-table3": {"counts.increment", "counts.replayed", "counts.restore_seconds", "counts.rounds", "counts.states",
		"counts.unwound", "cpu_seconds", "outcome", "verdict"},
	"dfs-table4": {"counts.increment", "counts.replayed", "counts.restore_seconds", "counts.rounds", "counts.states",
		"counts.unwound", "cpu_seconds", "outcome", "verdict"},
	"bbmc-models":  {"counts.depth", "counts.states", "counts.transitions", "outcome"},
	"bbmc-table1":  {"counts.high", "counts.low", "counts.probability", "counts.runs", "outcome"},
	"bbmc-figure3": {"counts.needed", "counts.runs", "counts.states", "outcome"},
	"bbmc-figure4": {"counts.high", "counts.low", "counts.needed", "counts.probability", "counts.runs",
		"counts.states", "outcome"},
	"bbmc-figure5": {"counts.high", "counts.low", "counts.needed", "counts.probability", "counts.runs",
		"counts.states", "outcome"},
	"gmc-table1": {"cpu_seconds", "outcome", "rss_bytes", "steps", "verdict"},
	"bmc-table":  {"counts.clauses", "cpu_seconds", "outcome", "steps", "verdict"},
	"bmc-proofs": {"counts.clauses", "counts.length", "counts.questions", "cpu_seconds", "outcome", "verdict"},
	"bmc-peers":  {"counts.cpu_seconds", "cpu_seconds", "outcome", "steps", "verdict"},
	"orders": {"counts.choice.order_work", "counts.choice.work", "counts.orders.0.seconds",
		"counts.orders.0.work", "words.choice.complete", "words.choice.method", "words.orders.0.complete",
		"words.orders.0.method"},
	"orders-shuffled": {"counts.choice.order_work", "counts.choice.work", "counts.orders.0.seconds",
		"counts.orders.0.work", "words.choice.complete", "words.choice.method", "words.orders.0.complete",
		"words.orders.0.method"},
	"reach": {"counts.lookups", "counts.order.tried", "counts.order_seconds", "counts.order_work",
		"counts.seconds", "counts.work", "cpu_seconds", "outcome", "peak_nodes", "rss_bytes", "wall_seconds"},
	"explicit": {"counts.search_bytes", "counts.table_bytes", "cpu_seconds", "outcome", "rss_bytes", "states"},
	"certificates": {"counts.answers.0.bytes", "counts.answers.0.seconds", "cpu_seconds", "words.answers.0.check",
		"words.answers.0.result"},
	"contest":    {"counts.right", "cpu_seconds", "rss_bytes", "wall_seconds"},
	"techniques": {"counts.answers.0.after", "cpu_seconds", "words.answers.0.by", "words.answers.0.result"},
	"strategies": {"bound", "cpu_seconds", "outcome", "peak_nodes", "rss_bytes", "verdict"},
	"engines": {"counts.clauses", "counts.flips", "cpu_seconds", "outcome", "rss_bytes", "states", "steps",
		"verdict"},
}

// anyOf reports whether key is among the keys, or one that differs in the place of a list alone: of the orders of a
// net only the best shows.
func anyOf(keys map[string]bool, key string) bool {
	head, tail, listed := strings.Cut(key, ".0.")
	for k := range keys {
		if k == key || listed && strings.HasPrefix(k, head+".") && strings.HasSuffix(k, "."+tail) {
			return true
		}
	}
	return false
}

// A key of a record that is changed shows: in a cell or point of a table of its suite, or in a note below. So no table
// has a constant where a measured number belongs, and no record has a key that does not show. Other suites stay as they
// are.
func TestKeys(t *testing.T) {
	suites := All(!*allRecords)
	var pool []bench.Record
	by := map[string][]bench.Record{}
	for i := range suites {
		by[suites[i].Name] = stored(t, suites[i])
		pool = append(pool, by[suites[i].Name]...)
	}
	for i := range suites {
		s := &suites[i]
		records := slices.Clone(by[s.Name])
		cells, notes := rendered(s, records)
		inCells, inNotes := map[string]bool{}, map[string]bool{}
		var others []string // what the other suites show
		for k, original := range records {
			for _, c := range changed(t, original) {
				records[k] = c.record
				switch nowCells, nowNotes := rendered(s, records); {
				case nowCells != cells:
					inCells[c.key] = true
				case nowNotes != notes:
					inNotes[c.key] = true
				default:
					t.Errorf("%s: nothing shows that %s of %s has changed", s.Name, c.key, original.Cell)
				}
				if k == 0 {
					if others == nil {
						others = renderedOthers(suites, s.Name, pool)
					}
					unrelated(t, suites, s.Name, pool, others, original, c)
				}
			}
			records[k] = original
		}
		for k := range inCells {
			delete(inNotes, k)
		}
		t.Logf("%s shows in cells %s; in notes %s", s.Name, strings.Join(slices.Sorted(maps.Keys(inCells)), " "),
			strings.Join(slices.Sorted(maps.Keys(inNotes)), " "))
		for _, k := range append(inTables[s.Name], "args", "cell", "limit_seconds", "run", "suite") {
			if !anyOf(inCells, k) {
				t.Errorf("%s: no cell of its tables shows %s", s.Name, k)
			}
		}
	}
}

// renderedOthers returns what all suites but one show of the records of all.
func renderedOthers(suites []bench.Suite, name string, pool []bench.Record) (list []string) {
	for k := range suites {
		if suites[k].Name != name {
			cells, notes := rendered(&suites[k], pool)
			list = append(list, cells+notes)
		}
	}
	return list
}

// unrelated looks whether the other suites show a change of the first record of a suite.
func unrelated(t *testing.T, suites []bench.Suite, name string, pool []bench.Record, before []string,
	original bench.Record, c keyChange) {
	t.Helper()
	i := slices.IndexFunc(pool, func(r bench.Record) bool {
		return r.Suite == original.Suite && r.Cell == original.Cell && r.Run == original.Run
	})
	old := pool[i]
	pool[i] = c.record
	if !slices.Equal(before, renderedOthers(suites, name, pool)) {
		t.Errorf("%s of %s changes another suite", c.key, original.Cell)
	}
	pool[i] = old
}
