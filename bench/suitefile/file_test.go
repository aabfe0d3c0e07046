package suitefile

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"brim/bench"
	"brim/malformed"
)

// Suite files that are right make suites, and each fault is one error with its line.

// known are the adapters of these tests.
func known(t testing.TB) map[string]*Tool {
	t.Helper()
	tools, err := Tools("adapters.toml", []byte(`
[tool.solver]
command = ["solver", "{flags}", "{limits}", "{file}"]
limit_time = ["-t", "{seconds}"]
patterns = ['^s (?P<verdict>\w+)']
verdicts = { SAT = "holds", UNSAT = "fails" }
status = { done = [10, 20] }
set = { flags = ["-q"], file = "{n}.cnf" }
`))
	if err != nil {
		t.Fatal(err)
	}
	return tools
}

const small = `title = "a suite"
runs = 3
warmup = 2
time = "90s"
memory = "1GiB"
env = { THREADS = "1" }

[tool.a]
adapter = "solver"
set = { flags = ["-x", "{n}"] }

[tool.b]
command = ["b", "{{{n}}}", "{way}", "--seed={seed}"]
asks = "verdict"
json = { verdict = "result" }
verdicts = { yes = "holds" }
env = { N = "{n}" }

[[cells]]
grid = { seed = [1, 2], way = [[], ["-o", "{x}"]] }
zip = [{ n = [10, 20], want = ["holds", "fails"] }]
exclude = [{ tool = "a", n = 20 }, { tool = "b", seed = [2], way = "-o {x}" }]
question = "size {n}"
want = "{want}"

[[cells]]
name = "more"
tools = ["a"]
set = { n = "5", file = "f{n}" }
time = 2
memory = "5MiB"
`

func TestRead(t *testing.T) {
	s, err := Read(filepath.Join("folder", "my-suite.toml"), []byte(small), known(t))
	if err != nil {
		t.Fatal(err)
	}
	if s.Name != "my-suite" || s.Title != "a suite" || s.Runs != 3 {
		t.Errorf("%q, %q, %d runs", s.Name, s.Title, s.Runs)
	}
	var lines []string
	for _, c := range s.Cells {
		lines = append(lines, c.Name()+" | "+strings.Join(c.Tool.Line, " ")+" | "+c.Question+" | "+c.Want)
	}
	want := []string{
		"seed=1/way=none/n=10/want=holds/tool=a | solver -x 10 {limits} 10.cnf | size 10 | holds",
		"seed=1/way=none/n=10/want=holds/tool=b | b {10} --seed=1 | size 10 | holds",
		"seed=1/way=none/n=20/want=fails/tool=b | b {20} --seed=1 | size 20 | fails",
		"seed=1/way=-o,_x_/n=10/want=holds/tool=a | solver -x 10 {limits} 10.cnf | size 10 | holds",
		"seed=1/way=-o,_x_/n=10/want=holds/tool=b | b {10} -o {x} --seed=1 | size 10 | holds",
		"seed=1/way=-o,_x_/n=20/want=fails/tool=b | b {20} -o {x} --seed=1 | size 20 | fails",
		"seed=2/way=none/n=10/want=holds/tool=a | solver -x 10 {limits} 10.cnf | size 10 | holds",
		"seed=2/way=none/n=10/want=holds/tool=b | b {10} --seed=2 | size 10 | holds",
		"seed=2/way=none/n=20/want=fails/tool=b | b {20} --seed=2 | size 20 | fails",
		"seed=2/way=-o,_x_/n=10/want=holds/tool=a | solver -x 10 {limits} 10.cnf | size 10 | holds",
		"cells=more/tool=a | solver -x 5 {limits} f5 | cells 2 | ",
	}
	if !slices.Equal(lines, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
	first, last := s.Cells[1], s.Cells[len(s.Cells)-1]
	if first.Time != 90*time.Second || first.Memory != 1<<30 || first.Warmup != 2 ||
		!slices.Equal(first.Tool.Env, []string{"THREADS=1", "N=10"}) || first.Tool.Name != "b" {
		t.Errorf("%v, %d bytes, %d to warm up, %q, %s", first.Time, first.Memory, first.Warmup, first.Tool.Env,
			first.Tool.Name)
	}
	if last.Time != 2*time.Second || last.Memory != 5<<20 || last.Tool.Name != "solver" ||
		!slices.Equal(last.Tool.Done, []int{10, 20}) || !slices.Equal(first.Tool.Done, []int{0}) {
		t.Errorf("%v, %d bytes, %s, %v, %v", last.Time, last.Memory, last.Tool.Name, last.Tool.Done, first.Tool.Done)
	}
	if wd, _ := os.Getwd(); last.Tool.Folder != filepath.Join(wd, "folder") {
		t.Errorf("in %s", last.Tool.Folder)
	}
}

// The table shows the values that the file names, and a dash where a program has not printed one.
func TestReportedValues(t *testing.T) {
	const text = "title = \"x\"\nvalues = [\"after\", \"took\"]\n[tool.t]\ncommand = [\"t\", \"{n}\"]\nasks = " +
		"\"states\"\n" +
		"patterns = ['(?P<states>a)', '(?P<after>b)']\n[[cells]]\ngrid = { n = [1] }\n"
	s, err := Read("values.toml", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	states := "5"
	c := &s.Cells[0]
	r := bench.Record{Suite: s.Name, Cell: c.Name(), Args: c.Args(), Run: 1, Seconds: c.Time.Seconds(), Bytes: c.Memory,
		Outcome: bench.Done}
	r.States, r.Counts = &states, map[string]float64{"after": 1234567}
	table := s.Report(bench.NewResults(&s, []bench.Record{r}))[0]
	if got := strings.Join(table.Header, " ") + " | " + strings.Join(table.Rows[0],
		" "); got != "question answer t s MB after took | n=1 5 0 – 1234567 –" {
		t.Errorf("got %s", got)
	}
}

// A fault of a file is reported with its line and what was expected.
func TestFaults(t *testing.T) {
	const tool = "title = \"x\"\n[tool.t]\ncommand = [\"t\", \"{n}\"]\npatterns = ['(?P<verdict>a)']\nverdicts = { a " +
		"= \"holds\" }\n"
	const cells = "[[cells]]\ngrid = { n = [1] }\n"
	for _, c := range []struct{ name, text, want string }{
		{"no TOML", "title = \"x\"\na =", "2: "},
		{"twice", "title = \"x\"\ntitle = \"y\"", "2: "},
		{"no title", tool[len("title = \"x\"\n"):] + cells,
			"1: the suite has no title; expected title = with one line"},
		{"unknown key", "titel = \"x\"", `1: unknown key "titel" (did you mean title?); expected one of title, name, `},
		{"kind", "title = 5", "1: title is a number; expected a string"},
		{"name", "title = \"x\"\nname = \"A b\"",
			`2: the suite is called "A b"; expected name = with small letters, digits and -`},
		{"runs", "title = \"x\"\nruns = 0", "2: runs is 0; expected a number from 1 to 1000000"},
		{"time", "title = \"x\"\n\ntime = \"soon\"",
			`3: time is "soon"; expected a time of a millisecond or more, as "90s" or "1h30m"`},
		{"memory", "title = \"x\"\nmemory = \"-1\"", `2: memory is "-1"; expected a size as "512MiB" or "2GiB"`},
		{"folder", "title = \"x\"\nfolder = \"nowhere\"",
			`2: there is no folder "nowhere"; expected one, from the file on`},
		{"no tool", "title = \"x\"\n" + cells, "there is no tool; expected [tool.NAME] with a command or an adapter"},
		{"no cells", tool, "there are no cells; expected [[cells]]"},
		{"tool's key", tool + "comand = 1\n" + cells,
			`6: unknown key "comand" (did you mean command?); expected one of about, `},
		{"no command", "title = \"x\"\n[tool.t]\nabout = \"x\"\n" + cells,
			"2: t has no command; expected command = [\"program\", \"argument\"], or an adapter"},
		{"adapter", "title = \"x\"\n[tool.t]\nadapter = \"solvr\"\n" + cells,
			`3: there is no adapter "solvr" (did you mean solver?); expected one of solver`},
		{"asks", tool + "asks = \"time\"\n" + cells, `6: asks is "time"; expected "verdict" or "states"`},
		{"reads", tool + "reads = \"x\"\n" + cells,
			`6: reads is "x"; expected "brim", for a program that answers as brim --json does`},
		{"no group", strings.Replace(tool, "<verdict>", "<x>", 1) + cells,
			"2: t does not say where its verdict is; expected patterns with a group (?P<verdict>…), or json.verdict"},
		{"no states", tool + "asks = \"states\"\n" + cells,
			"2: t does not say where its states is; expected patterns with a group (?P<states>…), or json.states"},
		{"pattern", tool + "outcomes = { time = ['a', '('] }\n" + cells,
			"6: error parsing regexp: missing closing ): `(?m)(`; expected a regular expression of Go's package regexp"},
		{"outcome", tool + "outcomes = { tim = ['a'] }\n" + cells,
			`6: unknown key "tim" (did you mean time?); expected one of time, memory, unknown, failed`},
		{"verdict", strings.Replace(tool, "holds", "true", 1) + cells,
			`5: a means "true"; expected "holds", "fails" or "unknown"`},
		{"status", tool + "status = { done = [\"0\"] }\n" + cells, "6: done has a string; expected whole numbers"},
		{"prepare", tool + "prepare = [[\"a\"], []]\n" + cells, "6: prepare has an array; expected arrays of strings"},
		{"placeholder", strings.Replace(tool, "{n}", "{secons}", 1) + cells,
			`3: "{secons}" has no value (did you mean seconds?); expected one of brim, bytes, limits, megabytes, milliseconds, n, scratch, seconds, tool`},
		{"adapter's placeholder", "title = \"x\"\n[tool.t]\nadapter = \"solver\"\n[[cells]]\ngrid = { m = [1] }\n",
			`2: file of adapter solver: "{n}" has no value; expected one of `},
		{"grid", tool + "[[cells]]\n[cells.grid]\na = [1]\nn = []\n", "9: n has no values; expected at least one"},
		{"grid's kind", tool + "[[cells]]\ngrid = { n = [\n1,\n{ a = 1 }] }\n",
			"9: n has a table; expected strings, numbers, or arrays of these"},
		{"grid's name", tool + "[[cells]]\ngrid = { n = [1], Big = [2] }\n",
			`7: a list is called "Big"; expected small letters, digits and _, and none of brim, `},
		{"name of ours", tool + "[[cells]]\ngrid = { n = [1], seconds = [2] }\n",
			`7: a list is called "seconds"; expected `},
		{"zip", tool + "[[cells]]\n[[cells.zip]]\nn = [1, 2]\nm = [1]\n",
			"9: m has 1 value, n has 2; expected as many"},
		{"zip twice", tool + "[[cells]]\ngrid = { n = [1] }\n[[cells.zip]]\nn = [1, 2]\n",
			"9: n is there twice; expected another name"},
		{"exclusion", tool + cells + "exclude = [{ tol = 1 }]\n",
			`8: unknown key "tol" (did you mean tool?); expected one of tool, n`},
		{"idle exclusion", tool + cells + "exclude = [\n{ n = 2 }]\n",
			"9: this excludes no cell; expected values that there are"},
		{"all excluded", tool + cells + "exclude = [{ n = 1 }]\n",
			"nothing is left to measure; expected a cell that no exclusion takes"},
		{"group's tool", tool + cells + "tools = [\"t\", \"s\"]\n", `8: there is no tool "s"; expected one of t`},
		{"want", tool + cells + "want = \"true\"\n",
			`8: t is asked for its verdict, and "true" is wanted; expected "holds" or "fails", or of states a number`},
		{"question", tool + cells + "question = \"{size}\"\n", `8: "{size}" has no value; expected one of `},
		{"set", tool + cells + "set = { Size = 1 }\n", `8: a parameter is called "Size"; expected `},
		{"same cells", tool + cells + cells,
			"8: two cells are called n=1/tool=t; expected other values, or a name of these cells"},
		{"same values", tool + "[[cells]]\ngrid = { n = [\"a b\", \"a_b\"] }\n",
			"6: two cells are called n=a_b/tool=t; expected "},
		{"many", tool + "[[cells]]\n[cells.grid]\nn = [" + strings.Repeat("1,", 400) + "]\nm = [" +
			strings.Repeat("1,", 400) + "]\n", "6: these are more than 100000 cells; expected shorter lists"},
		{"table in place of array", tool + "[cells]\ngrid = { n = [1] }\n",
			"6: cells is a table; expected an array of tables"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read("suite.toml", []byte(c.text), known(t))
			var fault *malformed.Error
			if !errors.As(err, &fault) {
				t.Fatalf("the error is %v", err)
			}
			text := strings.TrimPrefix(err.Error(), "suite.toml:")
			if fault.File != "suite.toml" || fault.Line == 0 || strings.Contains(text, "\n") {
				t.Errorf("%q", err)
			}
			if strings.Contains(c.want, ": ") && c.want[0] >= '0' && c.want[0] <= '9' {
				if !strings.HasPrefix(text, c.want) {
					t.Errorf("got  %s\nwant %s", text, c.want)
				}
			} else if !strings.Contains(text, c.want) {
				t.Errorf("got  %s\nwant %s", text, c.want)
			}
		})
	}
}

// Whatever a file has in it, it is a suite whose cells can be named and run, or an error with a line.
func FuzzRead(f *testing.F) {
	f.Add(small)
	examples, _ := filepath.Glob(filepath.Join("..", "..", "examples", "suites", "*.toml"))
	for _, e := range examples {
		if b, err := os.ReadFile(e); err == nil {
			f.Add(string(b))
		}
	}
	tools := known(f)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Read("suite.toml", []byte(text), tools)
		var fault *malformed.Error
		if err != nil {
			if !errors.As(err, &fault) || fault.Line < 1 || fault.Line > 1+strings.Count(text, "\n")+1 {
				t.Errorf("%v", err)
			}
			return
		}
		names := map[string]bool{}
		for _, c := range s.Cells {
			if names[c.Name()] || strings.ContainsAny(c.Name(), " \n") || c.Time <= 0 || len(c.Tool.Line) == 0 ||
				c.Tool.Line[0] == "" || c.Question == "" {
				t.Errorf("the cell %+v", c)
			}
			names[c.Name()] = true
		}
		for _, sheet := range s.Report(bench.NewResults(&s, nil)) {
			if len(sheet.Rows) > 0 {
				t.Errorf("%d rows of no records", len(sheet.Rows))
			}
		}
	})
}
