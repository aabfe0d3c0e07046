package benchexec

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"brim/bench"
	"brim/malformed"
)

// Records survive an export and an import, result files follow the grammar of BenchExec, and files of other tools are
// read.

// saved returns the records of this repository.
func saved(t *testing.T) map[string][]bench.Record {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", "..", "results", "raw", "*.jsonl"))
	if err != nil || len(paths) < 10 {
		t.Fatalf("%d files of records: %v", len(paths), err)
	}
	lists := map[string][]bench.Record{}
	for _, p := range paths {
		if lists[p], err = bench.ReadFile(p); err != nil {
			t.Fatal(err)
		}
	}
	return lists
}

// write writes a file as text.
func write(t *testing.T, f *File) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// lines writes records as sorted lines, to compare them.
func lines(t *testing.T, records []bench.Record) (list []string) {
	t.Helper()
	for i := range records {
		b, err := json.Marshal(&records[i])
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, string(b))
	}
	slices.Sort(list)
	return list
}

// strange has a record with whatever is hard to write.
func strange() bench.Record {
	return bench.Record{
		Suite: `a "b" <c>`, Cell: "model=x/n=1", Program: "p/q é",
		Args: []string{"check", "a b", "'", "EF(x < 1 & y > 2)"}, Seconds: 1e-7, Run: 3,
		Outcome: bench.Wrong, Reason: "tab\tline\nbell\a <&> \u2028", Status: -1, CPU: 1e-7, Wall: 123456.789012345,
		Answer: bench.Answer{
			Verdict: new("maybe"), Complete: new(false), Bound: new(0), States: new("123456789012345678901234567890"),
			Counts: map[string]float64{"x": 1e300, "y.z": -0.5}, Words: map[string]string{"": " ", "k": "]]>"},
		},
	}
}

// What is written is read as the same records, of all sweeps that are saved, and of one with strange texts.
func TestRoundTrip(t *testing.T) {
	lists := saved(t)
	lists["strange"] = []bench.Record{strange(), {Suite: "s", Cell: "n=1", Run: 1, Outcome: bench.Failed}}
	files := 0
	for name, records := range lists {
		list, err := Files(records, "test", nil)
		if err != nil {
			t.Fatal(err)
		}
		var again []bench.Record
		for i := range list {
			more, err := Read(list[i].Name, write(t, &list[i]))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			again = append(again, more...)
			files++
		}
		want, got := lines(t, records), lines(t, again)
		for i := range want {
			if i >= len(got) || got[i] != want[i] {
				t.Errorf("%s:\n got %v\nwant %s", name, got[min(i, len(got)-1)], want[i])
				break
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d records became %d", name, len(want), len(got))
		}
	}
	t.Logf("%d files", files)
}

// All files are valid by the grammar of BenchExec, as xmllint judges.
func TestValid(t *testing.T) {
	lint, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("left out: there is no xmllint")
	}
	dir := t.TempDir()
	args := []string{"--nonet", "--noout", "--dtdvalid", filepath.Join("testdata", "result.dtd")}
	args = append(args, filepath.Join("testdata", "foreign.xml"))
	lists := saved(t)
	lists["strange"] = []bench.Record{strange()}
	for _, records := range lists {
		files, err := Files(records, "test", func(*bench.Record) string { return "holds" })
		if err != nil {
			t.Fatal(err)
		}
		for i := range files {
			path := filepath.Join(dir, fmt.Sprintf("%d-%s", len(args), files[i].Name))
			if err := os.WriteFile(path, write(t, &files[i]), 0o644); err != nil {
				t.Fatal(err)
			}
			args = append(args, path)
		}
	}
	if out, err := exec.Command(lint, args...).CombinedOutput(); err != nil {
		t.Errorf("%v: %.2000s", err, out)
	}
	// and it would say so if they were not
	bad := filepath.Join(dir, "bad.xml")
	if err := os.WriteFile(bad, []byte(`<result tool="x"><run/></result>`), 0o644); err != nil {
		t.Fatal(err)
	}
	if exec.Command(lint, append(args[:4:4], bad)...).Run() == nil {
		t.Error("xmllint accepts anything")
	}
}

// What stands in a file, by hand.
func TestFile(t *testing.T) {
	records := []bench.Record{{
		Suite: "table1", Cell: "model=fms/n=25", Args: []string{"check", "fms:25", "EF(x = 1)"}, Seconds: 60,
		Bytes: 1000, Run: 1, Outcome: bench.Done, CPU: 0.5, Wall: 0.75,
		RSS: 2000, Answer: bench.Answer{Verdict: new("fails"), States: new("12")},
		Machine: bench.Machine{Build: "0123abcd", System: "linux/amd64", Cores: 2},
	}, {Suite: "table1", Cell: "model=fms/n=50", Seconds: 60, Bytes: 1000, Run: 1, Outcome: bench.Time,
		Machine: bench.Machine{Build: "0123abcd", System: "linux/amd64", Cores: 2}}}
	files, err := Files(records, "1.0", func(*bench.Record) string { return "fails" })
	if err != nil || len(files) != 1 || files[0].Name != "table1.brim.1.results.xml" {
		t.Fatalf("%v, %v", files, err)
	}
	text := string(write(t, &files[0]))
	for _, want := range []string{
		`<result name="brim" benchmarkname="table1" `, ` memlimit="1000B" timelimit="60s" generator="brim 1.0">`,
		`<run name="model=fms/n=25" expectedVerdict="false" options="check fms:25 &#39;EF(x = 1)&#39;">`,
		`<column title="status" value="false"></column>`, `<column title="cputime" value="0.5s"></column>`,
		`<column title="memory" value="2000B"></column>`,
		`<column title="category" value="correct" hidden="true"></column>`,
		`<column title="states" value="12"></column>`,
		`<column title="status" value="TIMEOUT"></column>`,
		`<column title="terminationreason" value="walltime" hidden="true"></column>`,
		`<column title="brim:build" value="&#34;0123abcd&#34;" hidden="true"></column>`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s in\n%s", want, text)
		}
	}
	if strings.Count(text, "brim:build") != 1 {
		t.Error("what all runs have in common stands there more than once")
	}
}

// A file of another tool, compressed or not.
func TestForeign(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "foreign.xml"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "foreign.xml.gz")
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(text); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	records, err := ReadFile(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range records {
		verdict := "-"
		if r.Verdict != nil {
			verdict = *r.Verdict
		}
		got = append(got, fmt.Sprintf("%s %s %s cpu %g wall %g rss %d limits %g %d status %d run %d %q", r.Cell,
			r.Outcome, verdict, r.CPU, r.Wall, r.RSS, r.Seconds, r.Bytes, r.Status, r.Run, r.Reason))
	}
	const rest = "/property=unreach-call/definition=default/tool=Some_Tool"
	want := []string{
		"task=..%2Fc%2Fa.yml" + rest +
			` done holds cpu 1.5 wall 1.25 rss 128032768 limits 900 15000000000 status 0 run 1 ""`,
		"task=..%2Fc%2Fb.yml" + rest +
			` wrong fails cpu 2 wall 2 rss 0 limits 900 15000000000 status 0 run 1 "BenchExec says that it is wrong: false(unreach-call)"`,
		"task=..%2Fc%2Fc.yml" + rest + ` time - cpu 901.5 wall 890 rss 0 limits 900 15000000000 status -1 run 1 ""`,
		"task=..%2Fc%2Fd.yml" + rest + ` memory - cpu 3 wall 3 rss 0 limits 900 15000000000 status -1 run 1 ""`,
		"task=..%2Fc%2Fe.yml" + rest + ` unknown - cpu 3 wall 3 rss 0 limits 900 15000000000 status 1 run 1 "unknown"`,
		"task=..%2Fc%2Ff.yml" + rest +
			` failed - cpu 3 wall 3 rss 0 limits 900 15000000000 status 2 run 1 "ERROR (recursion)"`,
		"task=..%2Fc%2Fa.yml" + rest + ` done sat cpu 1 wall 1 rss 0 limits 900 15000000000 status 0 run 2 ""`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// What is no result file is an error with a position.
func TestMalformed(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "f.xml: EOF; expected a result file of BenchExec",
		"<result>\n<run>\n</result>": "f.xml:3: element <run> closed by </result>; expected a result file of BenchExec",
		"<table/>":                   "f.xml: expected element type <result> but have <table>; expected a result file of BenchExec",
		`<result timelimit="long"><run/></result>`:                                                                          `f.xml: run 1, : timelimit: "long"; expected a number with a unit of s, B, kB, MB, GB or TB`,
		`<result><run name="x"/></result>`:                                                                                  `f.xml: run 1, x: there is no column status`,
		`<result generator="brim 1"><run name="x"/></result>`:                                                               `f.xml: run 1, x: there is no column brim:outcome`,
		`<result generator="brim 1"><run name="x"><column title="brim:run" value="{"/></run></result>`:                      `f.xml: run 1, x: json: error calling MarshalJSON for type json.RawMessage: unexpected end of JSON input`,
		`<result><run name="x"><column title="status" value="true"/><column title="returnvalue" value="?"/></run></result>`: `f.xml: run 1, x: returnvalue: "?"; expected a number`,
	} {
		_, err := Read("f.xml", []byte(text))
		if err == nil || err.Error() != want || !errors.As(err, new(*malformed.Error)) {
			t.Errorf("%s:\n got %v\nwant %s", text, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	text, err := os.ReadFile(filepath.Join("testdata", "foreign.xml"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	files, err := Files([]bench.Record{strange()}, "test", nil)
	if err != nil {
		f.Fatal(err)
	}
	var b bytes.Buffer
	if err := files[0].Write(&b); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, text []byte) {
		records, err := Read("f.xml", text)
		if err != nil {
			if !errors.As(err, new(*malformed.Error)) {
				t.Errorf("%v is no malformed.Error", err)
			}
			return
		}
		if len(records) == 0 {
			return
		}
		if _, err := Files(records, "test", nil); err != nil {
			t.Error(err)
		}
	})
}
