package bench

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// Other programs than brim: their command lines, limits, answers and versions.

// fakeTool is a program that does not answer as brim does: what it prints is made of its first argument, and noted.
func fakeTool(args []string) int {
	if f, err := os.OpenFile(os.Getenv(logVariable), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644); err == nil {
		fmt.Fprintln(f, strings.Join(args, ","))
		f.Close()
	}
	if d, err := time.ParseDuration(os.Getenv(sleepVariable)); err == nil {
		time.Sleep(d)
	}
	kind, _, _ := strings.Cut(args[0], ":")
	switch kind {
	case "contest":
		return fakeContest(args[1])
	case "checks":
		return fakeChecker(args[1])
	case "--version":
		fmt.Println("\nfake 1.2\nmore")
	case "sat":
		fmt.Println("c conflicts: 7\nresult: satisfied, 12 states")
		return 10
	case "unsat":
		fmt.Println("result: violated, 13 states")
		return 10
	case "both":
		fmt.Println("result: satisfied, 1 states\nresult: violated, 1 states")
		return 10
	case "strange":
		fmt.Println("result: perhaps, 1 states")
		return 10
	case "open":
		fmt.Println("gave up")
	case "late":
		fmt.Fprintln(os.Stderr, "error: time limit")
		return 1
	case "large":
		fmt.Println("std::bad_alloc")
		return 1
	case "crash":
		fmt.Println("result: satisfied, 12 states")
		return 1
	case "nothing":
		return 10
	case "write": // into the file that is named
		if os.WriteFile(args[1], []byte("5"), 0o644) != nil {
			return 1
		}
	case "read": // and answer in another one
		b, err := os.ReadFile(args[1])
		if err != nil || os.WriteFile(args[2], []byte(`{"a": [{"verdict": "satisfied", "n": `+string(b)+`}]}`),
			0o644) != nil {
			return 1
		}
		return 10
	case "hangs":
		time.Sleep(time.Hour)
	case "grows": // to 300 MB
		b := make([]byte, 300_000_000)
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
		time.Sleep(time.Hour)
		runtime.KeepAlive(b)
	}
	return 0
}

var fakeReading = Reading{
	Patterns: []*regexp.Regexp{regexp.MustCompile(`result: (?P<verdict>\w+), (?P<states>\d+) states`),
		regexp.MustCompile(`conflicts: (?P<conflicts>\d+)`)},
	Verdicts: map[string]string{"satisfied": "holds", "violated": "fails"},
	Outcomes: map[Outcome][]*regexp.Regexp{Time: {regexp.MustCompile(`time limit`)},
		Memory: {regexp.MustCompile(`bad_alloc`)}},
	Done: []int{10}, Unknown: []int{0},
}

// toolCell returns a cell in which the fake tool is called with some arguments.
func toolCell(exe string, args ...string) Cell {
	kind, n, _ := strings.Cut(args[0], ":")
	return Cell{
		Labels: []Label{{"kind", kind}, {"n", n}, {"tool", "fake"}}, Program: "fake", Want: "holds", Time: time.Minute,
		Question: "q" + kind + n,
		Tool: &Tool{Name: "fake", Line: append([]string{exe}, args...), Version: []string{exe, "--version"},
			Reading: fakeReading},
	}
}

// toolSuite returns a suite of n cells of the tool that have an answer.
func toolSuite(exe string, n int) Suite {
	s := Suite{Name: "tools", Title: "a suite of a test"}
	for i := range n {
		s.Cells = append(s.Cells, toolCell(exe, fmt.Sprintf("sat:%d", i)))
	}
	return s
}

// asTool lets processes started by this test be the tool.
func asTool(t *testing.T) (exe, log string) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	log = filepath.Join(t.TempDir(), "log")
	t.Setenv(partVariable, "tool")
	t.Setenv(logVariable, log)
	return exe, log
}

// What a tool prints and its status are an outcome; a word that the suite does not explain is no verdict.
func TestTools(t *testing.T) {
	exe, _ := asTool(t)
	s := Suite{Name: "tools", Title: "a suite of a test"}
	want := []struct {
		kind    string
		outcome Outcome
		reason  string
	}{
		{"sat", Done, ""},
		{"unsat", Wrong, "the verdict is fails, right is holds"},
		{"both", Failed, "there are two verdicts, holds and fails"},
		{"strange", Failed, `the verdict is "perhaps", a word that the tool's table does not explain`},
		{"open", Unknown, "it does not decide"},
		{"late", Time, "it says: time limit"},
		{"large", Memory, "it says: bad_alloc"},
		{"crash", Failed, "exit status 1 with an answer"},
		{"nothing", Failed, "no answer, exit status 10: nothing was printed"},
		{"hangs", Time, "it did not end by itself at 10ms and was ended"},
	}
	for _, w := range want {
		c := toolCell(exe, w.kind+":1")
		if w.kind == "hangs" {
			c.Time = 10 * time.Millisecond
		}
		s.Cells = append(s.Cells, c)
	}
	away := toolCell("no-such-program", "sat:9")
	away.Program = "away"
	s.Cells = append(s.Cells, away)
	sweep, err := Run(t.Context(), s, Options{Command: []string{exe}, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range want {
		r := sweep.Records[i]
		if w.kind == "hangs" && runtime.GOOS == "windows" {
			continue
		}
		if r.Outcome != w.outcome || r.Reason != w.reason {
			t.Errorf("%s: %s, %q; want %s, %q", w.kind, r.Outcome, r.Reason, w.outcome, w.reason)
		}
		if r.Version != "fake 1.2" || r.Tool != "fake" || r.Program != "fake" || r.Question != "q"+w.kind+"1" ||
			len(r.Build) != 8 {
			t.Errorf("%s: version %q, tool %q, program %q, question %q, build %q", w.kind, r.Version, r.Tool, r.Program,
				r.Question, r.Build)
		}
		if what := r.contradiction(); what != "" {
			t.Errorf("%s: %s", w.kind, what)
		}
	}
	if r := sweep.Records[0]; *r.Verdict != "holds" || *r.States != "12" || r.Counts["conflicts"] != 7 {
		t.Errorf("%+v", r.Answer)
	}
	if len(sweep.Records) != len(want) || !slices.Equal(sweep.Absent, []string{"away"}) {
		t.Errorf("%d records, absent %v", len(sweep.Records), sweep.Absent)
	}
}

// Tools that answer one question differently are a conflict, even where the right answer is unknown.
func TestToolConflicts(t *testing.T) {
	exe, _ := asTool(t)
	s := Suite{Name: "tools", Title: "a suite of a test",
		Cells: []Cell{toolCell(exe, "sat:1"), toolCell(exe, "unsat:1"), toolCell(exe, "sat:2")}}
	for i := range s.Cells {
		s.Cells[i].Want, s.Cells[i].Question = "", "the same"
	}
	sweep, err := Run(t.Context(), s, Options{Command: []string{exe}, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	got := NewResults(&s, sweep.Records).Conflicts()
	if want := []string{"the verdicts on the same differ: holds by kind=sat/n=1/tool=fake, fails by " +
		"kind=unsat/n=1/tool=fake"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	s.Cells[1].Question = "another"
	if got := NewResults(&s, sweep.Records).Conflicts(); len(got) > 0 {
		t.Errorf("other questions: %q", got)
	}
}

// Preparations run before each run in its folder, limits stand where the tool wants them, answers are read from a file.
func TestToolCommandLine(t *testing.T) {
	exe, log := asTool(t)
	c := toolCell(exe, "read:1", "{scratch}/in", "{scratch}/out", "{limits}", "end")
	c.Time, c.Memory = 1500*time.Millisecond+20*time.Second, 256<<20
	c.Tool.Prepare = [][]string{{"{brim}", "write:1", "{scratch}/in"}}
	c.Tool.Time, c.Tool.Memory = []string{"-t", "{seconds}", "{milliseconds}"}, []string{"-m{megabytes}", "{bytes}"}
	c.Tool.File, c.Tool.JSON, c.Tool.Patterns = "{scratch}/out",
		map[string]string{"verdict": "a.0.verdict", "n": "a.0.n"}, nil
	broken := c
	copied := *c.Tool
	broken.Tool, broken.Labels = &copied, []Label{{"kind", "broken"}}
	broken.Tool.Prepare = [][]string{{"{brim}", "late:1"}}
	s := Suite{Name: "tools", Title: "a suite of a test", Cells: []Cell{c, broken}}
	sweep, err := Run(t.Context(), s, Options{Command: []string{exe}, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	r := sweep.Records[0]
	if r.Outcome != Done || *r.Verdict != "holds" || r.Counts["n"] != 5 ||
		!slices.Equal(r.Args, []string{"read:1", "{scratch}/in", "{scratch}/out", "{limits}", "end"}) {
		t.Errorf("%s, %s, %+v, %q", r.Outcome, r.Reason, r.Answer, r.Args)
	}
	lines := started(t, log)
	if len(lines) != 4 || !strings.HasPrefix(lines[1], "write:1,") ||
		!regexp.MustCompile(`^read:1,(.*)/in,(.*)/out,-t,22,21500,-m256,268435456,end$`).MatchString(lines[2]) {
		t.Errorf("started %q", lines)
	}
	folder := filepath.Dir(strings.Split(lines[1], ",")[1])
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("%s is still there", folder)
	}
	if r := sweep.Records[1]; r.Outcome != Failed || !strings.HasPrefix(r.Reason,
		"preparation: {brim} late:1: exit status 1: error: time limit") {
		t.Errorf("%s, %s", r.Outcome, r.Reason)
	}
}

// A tool that has more memory than it may have is ended, one that has less is not.
func TestToolMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the memory of running processes is known on Linux only")
	}
	exe, _ := asTool(t)
	s := Suite{Name: "tools", Title: "a suite of a test",
		Cells: []Cell{toolCell(exe, "grows:1"), toolCell(exe, "sat:1")}}
	for i := range s.Cells {
		s.Cells[i].Memory = 200_000_000
	}
	sweep, err := Run(t.Context(), s, Options{Command: []string{exe}, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if r := sweep.Records[0]; r.Outcome != Memory || r.Limit != "memory" ||
		r.Reason != "it had more than 200000000 bytes and was ended" {
		t.Errorf("%s, limit %q, %s", r.Outcome, r.Limit, r.Reason)
	}
	if r := sweep.Records[1]; r.Outcome != Done {
		t.Errorf("%s, %s", r.Outcome, r.Reason)
	}
}

// Runs to warm up are run and leave no record; the first one behind them says how many there were.
func TestWarmup(t *testing.T) {
	exe, log := asTool(t)
	s, dir := toolSuite(exe, 2), t.TempDir()
	s.Runs = 2
	for i := range s.Cells {
		s.Cells[i].Warmup, s.Cells[i].Tool.Version = 3, nil
	}
	sweep, err := Run(t.Context(), s, Options{Command: []string{exe}, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	var warm []int
	for _, r := range sweep.Records {
		warm = append(warm, r.Warmup)
	}
	if got := started(t, log); len(got) != 10 || !slices.Equal(warm, []int{3, 3, 0, 0}) {
		t.Errorf("%d were started, records have %v", len(got), warm)
	}
	if _, err := Run(t.Context(), s, Options{Command: []string{exe}, Dir: dir}); err != nil ||
		len(started(t, log)) != 10 {
		t.Errorf("%d were started, all measured, %v", len(started(t, log)), err)
	}
}

// Two executables of one program are two builds, and no mixture if they are of two adapters.
func TestTwoExecutables(t *testing.T) {
	exe, _ := asTool(t)
	copied := filepath.Join(t.TempDir(), "copy")
	b, err := os.ReadFile(exe)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(copied, append(b, 0), 0o755); err != nil {
		t.Fatal(err)
	}
	other := toolCell(copied, "sat:2")
	other.Tool.Name = "other"
	s := Suite{Name: "tools", Title: "a suite of a test", Cells: []Cell{toolCell(exe, "sat:1"), other}}
	sweep, err := Run(t.Context(), s, Options{Command: []string{exe}, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := sweep.Records[0].Build, sweep.Records[1].Build; a == b {
		t.Errorf("both are build %s", a)
	}
	if builds := NewResults(&s, sweep.Records).Builds(); len(builds) != 1 {
		t.Errorf("of one program there are the builds %v", builds)
	}
}

// Another build of a tool is measured again, though brim is the same.
func TestOtherBuildOfTool(t *testing.T) {
	exe, log := asTool(t)
	dir, copied := t.TempDir(), filepath.Join(t.TempDir(), "copy")
	b, err := os.ReadFile(exe)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(copied, append(b, 0), 0o755); err != nil {
		t.Fatal(err)
	}
	s := toolSuite(exe, 2)
	for i := range s.Cells {
		s.Cells[i].Tool.Version = nil
	}
	for i, o := range []Options{{}, {}, {Programs: map[string][]string{"fake": {copied}}}} {
		o.Command, o.Dir = []string{exe}, dir
		sweep, err := Run(t.Context(), s, o)
		if err != nil {
			t.Fatal(err)
		}
		if want := []int{2, 2, 4}[i]; len(started(t, log)) != want || len(sweep.Records) != want {
			t.Errorf("sweep %d: %d were started, %d records; want %d", i+1, len(started(t, log)), len(sweep.Records),
				want)
		}
	}
}

// A sweep of tools that is killed loses the run that was going on, and goes on there.
func TestKilledToolSweep(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("processes do not end with their parent")
	}
	exe, log := asTool(t)
	dir := t.TempDir()
	t.Setenv(dirVariable, dir)
	t.Setenv(sleepVariable, "30ms")
	t.Setenv(partVariable, "tools")
	cmd := exec.Command(exe)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for len(started(t, log)) < 8 {
		time.Sleep(5 * time.Millisecond)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	t.Setenv(partVariable, "tool")
	before := len(started(t, log))
	t.Setenv(sleepVariable, "")
	sweep, err := Run(t.Context(), toolSuite(exe, 30), Options{Command: []string{exe}, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	cells := map[string]int{}
	for _, r := range sweep.Records {
		cells[r.Cell]++
	}
	// each process asked for the version once, and one run was lost at most
	if again := len(started(t, log)) - before; len(cells) != 30 || len(sweep.Records) != 30 || again > 30-6+1+1 {
		t.Errorf("%d cells, %d records, %d of %d started again", len(cells), len(sweep.Records), again, before)
	}
}

// A cell with a tool is the same when it comes to another machine as JSON.
func TestToolAsJSON(t *testing.T) {
	c := toolCell("program", "sat:1", "{limits}")
	c.Tool.Prepare, c.Tool.Prepared, c.Tool.JSON = [][]string{{"a", "b"}}, []int{0, 3},
		map[string]string{"verdict": "v"}
	b, err := json.Marshal(Task{"tools", &c, 2})
	if err != nil {
		t.Fatal(err)
	}
	var back Task
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatal(err)
	}
	if again, err := json.Marshal(back); err != nil || string(again) != string(b) {
		t.Errorf("got  %s, %v\nwant %s", again, err, b)
	}
	r := Record{Status: 10}
	r.judgeTool(back.Cell, "", []byte("result: satisfied, 12 states\n"), "")
	if r.Outcome != Done || *r.Verdict != "holds" || *r.States != "12" {
		t.Errorf("%s, %s, %+v", r.Outcome, r.Reason, r.Answer)
	}
	r = Record{Status: 1}
	if r.judgeTool(back.Cell, "", []byte("std::bad_alloc"), ""); r.Outcome != Memory {
		t.Errorf("%s, %s", r.Outcome, r.Reason)
	}
}
