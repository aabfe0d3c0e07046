package bench

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// Sweeps with a fake brim: outcomes, limits, interrupts, several builds, and a process that is killed again and again.

// Cells whose model is a file run in the folder of the files, and are left out where the file is not.
func TestFiles(t *testing.T) {
	command, log := asFake(t)
	s := suiteOf("ok:1", "ok:2", "ok:3")
	s.Cells[1].Folder, s.Cells[1].Property = "circuits", ""
	s.Cells[2].Folder = "circuits"
	dir, files := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(files, "ok:3"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	sweep, err := Run(t.Context(), s, Options{Command: command, Dir: dir,
		Folders: map[string]string{"circuits": files}})
	if err != nil {
		t.Fatal(err)
	}
	if got := started(t, log); !slices.Equal(got, []string{"ok:1", "ok:3"}) || sweep.Missing != 0 {
		t.Errorf("started %v, missing %d", got, sweep.Missing)
	}
	if sweep, err = Run(t.Context(), s, Options{Command: command, Dir: dir}); err != nil || len(sweep.Records) != 2 ||
		sweep.Missing != 0 {
		t.Errorf("without a folder: %d records, missing %d, %v", len(sweep.Records), sweep.Missing, err)
	}
	empty := s
	empty.Cells = s.Cells[2:]
	other := t.TempDir()
	if sweep, err = Run(t.Context(), empty, Options{Command: command, Dir: other}); err != nil || sweep.File != "" {
		t.Errorf("with nothing to measure: file %q, %v", sweep.File, err)
	}
	if files, _ := os.ReadDir(other); len(files) > 0 {
		t.Errorf("with nothing to measure: %v", files)
	}
	if args := s.Cells[1].Args(); !slices.Equal(args, []string{"check", "ok:2", "--no-trace", "--json"}) {
		t.Errorf("without a property: %q", args)
	}
}

// Cells of other commands keep all numbers and words of their answers, and are judged by the number of states.
func TestCommands(t *testing.T) {
	command, _ := asFake(t)
	s := suiteOf("space:1", "space:2", "part:1", "old:1", "old:2", "infinite:1", "nothing:1", "error:1")
	for i := range s.Cells {
		s.Cells[i].Command, s.Cells[i].Property, s.Cells[i].Want, s.Cells[i].Flags = "states", "", "12",
			[]string{"--count-only"}
	}
	s.Cells[1].Want, s.Cells[3].Program = "13", "earlier"
	if got := s.Cells[0].Args(); !slices.Equal(got, []string{"states", "space:1", "--json", "--count-only"}) {
		t.Errorf("arguments %q", got)
	}
	sweep, err := Run(t.Context(), s, Options{Command: command, Programs: map[string][]string{"earlier": command},
		Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	// A limit is what the key of that name says, never the words of a reason, of whichever build.
	for i, want := range []Outcome{Done, Wrong, Time, Unknown, Unknown, Unknown, Failed, Failed} {
		if r := sweep.Records[i]; r.Outcome != want {
			t.Errorf("%s: %s, %s; want %s", r.Cell, r.Outcome, r.Reason, want)
		}
	}
	r := sweep.Records[0]
	counts := map[string]float64{"work": 50, "seconds": 0.5, "order.levels": 3, "orders.0.work": 7, "orders.1.work": 9}
	words := map[string]string{"order.method": "file", "orders.0.method": "a", "orders.1.method": "b",
		"orders.0.complete": "true", "orders.1.complete": "false"}
	if !maps.Equal(r.Counts, counts) || !maps.Equal(r.Words, words) || *r.States != "12" || *r.Nodes != 3 ||
		*r.PeakNodes != 4 || !*r.Complete {
		t.Errorf("the record has %v, %v, states %v", r.Counts, r.Words, *r.States)
	}
	if wrong := sweep.Records[1]; wrong.Reason != "the number of states is 12, right is 13" {
		t.Errorf("wrong because %q", wrong.Reason)
	}
	results := NewResults(&s, sweep.Records)
	for _, w := range results.Warnings() {
		if strings.Contains(w, "contradicts") {
			t.Error(w)
		}
	}
	if notes := strings.Join(results.Notes(), "\n"); !strings.Contains(notes, "counts.orders.work 32") ||
		!strings.Contains(notes, "words.orders.method 2 a and 2 b") {
		t.Errorf("no sums of numbers and words in\n%s", notes)
	}
}

// A cell of another program is run by that, as often as it allows, and left out where there is no such program. A
// table of two programs is not one of two builds.
func TestPrograms(t *testing.T) {
	command, _ := asFake(t)
	s := suiteOf("space:1", "space:2", "space:3")
	for i := range s.Cells {
		s.Cells[i].Command, s.Cells[i].Property, s.Cells[i].Want = "states", "", ""
	}
	s.Cells[1].Program, s.Cells[1].Runs = "other", 2
	s.Cells[2].Program = "third"
	script := filepath.Join(t.TempDir(), "other")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nexec "+command[0]+" \"$@\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	sweep, err := Run(t.Context(), s, Options{Command: command, Programs: map[string][]string{"other": {script}},
		Dir: t.TempDir(), Runs: 3})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	builds := map[string]string{}
	for _, r := range sweep.Records {
		got = append(got, r.Program+r.Args[1])
		builds[r.Program] = r.Build + r.Commit
		if r.Outcome != Done {
			t.Errorf("%s: %s", r.Cell, r.Reason)
		}
	}
	if want := []string{"space:1", "otherspace:2", "space:1", "otherspace:2", "space:1"}; !slices.Equal(got, want) {
		t.Errorf("ran %q, want %q", got, want)
	}
	if builds[""] == builds["other"] || !strings.HasSuffix(builds["other"], "feed") {
		t.Errorf("builds with commits %v", builds)
	}
	results := NewResults(&s, sweep.Records)
	if b := results.Builds(); len(b) != 1 {
		t.Errorf("builds %v", b)
	}
	if notes := strings.Join(results.Notes(), "\n"); !strings.Contains(notes,
		"other: build "+builds["other"][:8]+", commit feed") {
		t.Errorf("no origin of the other program in\n%s", notes)
	}
}

// What a program has started ends with it.
func TestOverdueProgram(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc")
	}
	command, _ := asFake(t)
	s := suiteOf("space:1")
	s.Cells[0].Command, s.Cells[0].Property, s.Cells[0].Program, s.Cells[0].Time = "states", "", "script",
		10*time.Millisecond
	dir := t.TempDir()
	script, child := filepath.Join(dir, "script"), filepath.Join(dir, "child")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nsleep 600 &\necho $! > "+child+"\nwait\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	sweep, err := Run(t.Context(), s, Options{Command: command, Programs: map[string][]string{"script": {script}},
		Dir: dir})
	if err != nil || sweep.Records[0].Outcome != Time {
		t.Fatalf("%+v, %v", sweep.Records, err)
	}
	pid, err := os.ReadFile(child)
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		stat, err := os.ReadFile("/proc/" + strings.TrimSpace(string(pid)) + "/stat")
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Error("the child goes on")
}

func TestOutcomes(t *testing.T) {
	command, _ := asFake(t)
	s := suiteOf("ok:1", "rounds:1", "explicit:1", "wrong:1", "time:1", "memory:1", "early:1", "deep:1", "starved:1",
		"unbounded:1", "error:1", "garbage:1", "hangs:1", "suicide:1")
	for i := range s.Cells {
		if s.Cells[i].Model == "hangs:1" {
			s.Cells[i].Time = 10 * time.Millisecond
		}
	}
	dir := t.TempDir()
	sweep, err := Run(t.Context(), s, Options{Command: command, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]struct {
		outcome Outcome
		reason  string
		status  int
	}{
		"ok":        {Done, "", 0},
		"rounds":    {Done, "", 0},
		"explicit":  {Done, "", 0},
		"wrong":     {Wrong, "the verdict is fails, right is holds", 1},
		"time":      {Time, "time limit reached: the limit is 1s", 3},
		"memory":    {Memory, "as much as was allowed", 3},
		"early":     {Time, "as long as was allowed; nothing is known yet", 3},
		"deep":      {Unknown, "time limit of the depth", 3},
		"starved":   {Memory, "the system gave no more memory", 2},
		"unbounded": {Unknown, "the net is unbounded", 3},
		"error":     {Failed, "no such model", 2},
		"garbage":   {Failed, "no answer: panic: x", 2},
		"hangs":     {Time, "it did not end by itself at 10ms and was ended", -1},
		"suicide":   {Failed, "signal: killed; unless somebody sent that signal, the system had run out of memory", -1},
	}
	if runtime.GOOS == "windows" { // processes end with a status there
		delete(want, "hangs")
		delete(want, "suicide")
	}
	for _, r := range sweep.Records {
		kind := s.Cells[slices.IndexFunc(s.Cells, func(c Cell) bool { return c.Name() == r.Cell })].Label("model")
		w, ok := want[kind]
		if ok && (r.Outcome != w.outcome || r.Reason != w.reason || r.Status != w.status) {
			t.Errorf("%s: %s, %q, status %d; want %s, %q, status %d", kind, r.Outcome, r.Reason, r.Status, w.outcome,
				w.reason, w.status)
		}
		if kind != "hangs" && (r.CPU <= 0 || r.Wall <= 0) {
			t.Errorf("%s: CPU time %v, wall time %v", kind, r.CPU, r.Wall)
		}
		if len(r.Build) != 8 || r.Go == "" || r.System == "" || r.Cores < 1 {
			t.Errorf("%s: machine %+v", kind, r.Machine)
		}
		switch kind {
		case "ok":
			if *r.Verdict != "holds" || !*r.Complete || *r.States != "12" || *r.Nodes != 3 || *r.PeakNodes != 4 ||
				r.Bound != nil || r.Rounds != nil {
				t.Errorf("%+v", r.Answer)
			}
		case "rounds":
			a, b := r.Rounds[0], r.Rounds[1]
			if *r.Bound != 30 || r.States != nil || len(r.Rounds) != 2 || *a.EDDNodes != 5 || *a.MDDNodes != 0 ||
				*a.States != "7" || *a.Made != 21 || *a.Seconds != 0.5 ||
				*b.Bound != 30 || *b.States != "9" || b.EDDNodes != nil || *b.MDDNodes != 6 || b.Seconds != nil {
				t.Errorf("%+v", r.Answer)
			}
		case "explicit":
			if want := map[string]float64{"states": 12, "revisits": 7, "restore_seconds": 0.25}; *r.States != "12" ||
				r.Engine != "dfs" || !maps.Equal(r.Counts, want) {
				t.Errorf("%+v", r.Answer)
			}
		case "time":
			if *r.PeakNodes != 9 || r.Nodes != nil || r.Engine != "" || r.By != "parts" || r.Limit != "time" {
				t.Errorf("%+v", r.Answer)
			}
		}
	}
	again, err := Run(t.Context(), s, Options{Command: command, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(again.Records) - len(sweep.Records); n != 3 {
		t.Errorf("%d runs were repeated, want the 3 that failed", n)
	}
	if problems := NewResults(&s, again.Records).Problems(); len(problems) != 4 {
		t.Errorf("%d are wrong or failed, want 4", len(problems))
	}
}

// A sweep measures what has no record, and only that: in the newest file of this build, under the same limits.
func TestResume(t *testing.T) {
	command, log := asFake(t)
	dir := t.TempDir()
	run := func(s Suite, o Options) Sweep {
		t.Helper()
		o.Command, o.Dir = command, dir
		sweep, err := Run(t.Context(), s, o)
		if err != nil {
			t.Fatal(err)
		}
		if sweep.Missing != 0 {
			t.Errorf("%d runs are missing", sweep.Missing)
		}
		return sweep
	}
	count := func(want int, why string) {
		t.Helper()
		if got := len(started(t, log)); got != want {
			t.Errorf("%s: %d processes so far, want %d", why, got, want)
		}
	}
	some := numbered(5)
	some.Cells = some.Cells[:2]
	first := run(some, Options{})
	count(2, "two cells of five")
	run(numbered(5), Options{})
	count(5, "the rest")
	run(numbered(5), Options{})
	count(5, "nothing to do")
	run(numbered(5), Options{Runs: 2})
	count(10, "a second run of each")

	limited := numbered(5)
	for i := range limited.Cells {
		limited.Cells[i].Time = time.Second
	}
	last := run(limited, Options{})
	count(15, "under other limits")
	if last.File != first.File || len(last.Records) != 15 {
		t.Errorf("%d records in %s, want 15 in %s", len(last.Records), last.File, first.File)
	}
	if res := NewResults(&limited, last.Records); len(res.Records()) != 5 {
		t.Errorf("%d records under these limits, want 5", len(res.Records()))
	}
	if res := NewResults(&some, last.Records); len(res.Records()) != 4 {
		t.Errorf("%d records of two cells, want 4", len(res.Records()))
	}

	// Another build begins another file.
	old := filepath.Join(dir, first.File)
	other := old[:len(old)-len("00000000.jsonl")] + "00000000.jsonl"
	if err := os.Rename(old, other); err != nil {
		t.Fatal(err)
	}
	second := run(numbered(5), Options{})
	count(20, "another build")

	// So does --again; then that sweep goes on.
	earlier := strings.Replace(filepath.Join(dir, second.File), "test-20", "test-19", 1)
	if err := os.Rename(filepath.Join(dir, second.File), earlier); err != nil {
		t.Fatal(err)
	}
	third := run(numbered(5), Options{Again: true})
	count(25, "again")
	if fourth := run(numbered(5), Options{}); fourth.File != third.File {
		t.Errorf("went on in %s, want %s", fourth.File, third.File)
	}
	count(25, "nothing to do in the newest sweep")
}

// An interrupted run leaves no record.
func TestInterrupt(t *testing.T) {
	command, log := asFake(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s := suiteOf("ok:1", "hangs:1", "ok:2")
	dir := t.TempDir()
	var seen []Progress
	sweep, err := Run(ctx, s, Options{Command: command, Dir: dir, Progress: func(p Progress) {
		if seen = append(seen, p); len(started(t, log)) == 2 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || sweep.Missing != 2 || len(sweep.Records) != 1 {
		t.Errorf("error %v, %d missing, %d records", err, sweep.Missing, len(sweep.Records))
	}
	if p := seen[0]; p.Done != 0 || p.Total != 3 || p.Cell != "model=ok/n=1" || p.Left >= 0 {
		t.Errorf("first progress %+v", p)
	}
	if p := seen[len(seen)-1]; p.Done != 1 || p.Cell != "model=hangs/n=1" || p.Left < 0 {
		t.Errorf("last progress %+v", p)
	}
	records, err := ReadFile(filepath.Join(dir, sweep.File))
	if err != nil || len(records) != 1 {
		t.Errorf("%d records in the file, error %v", len(records), err)
	}
}

func TestCommandThatCannotBeStarted(t *testing.T) {
	dir := t.TempDir()
	if _, err := Run(t.Context(), numbered(1),
		Options{Command: []string{filepath.Join(dir, "absent")}, Dir: dir}); err == nil {
		t.Error("no error for a command that does not exist")
	}
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte("no program\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	sweep, err := Run(t.Context(), numbered(1), Options{Command: []string{text}, Dir: dir})
	if err == nil || !strings.Contains(err.Error(), "cannot run "+text) || len(sweep.Records) != 0 {
		t.Errorf("error %v, %d records", err, len(sweep.Records))
	}
}

// A sweep that is killed again and again, at any time, loses no record and measures no cell that has one.
func TestKilledSweep(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs SIGKILL")
	}
	command, log := asFake(t)
	dir := t.TempDir()
	t.Setenv(partVariable, "sweep")
	t.Setenv(dirVariable, dir)
	t.Setenv(sleepVariable, "3ms")
	all := numbered(30)
	recorded := func() map[string]bool {
		names, err := filepath.Glob(filepath.Join(dir, "raw", "*.jsonl"))
		if err != nil || len(names) > 1 {
			t.Fatalf("files %v, error %v", names, err)
		}
		cells := map[string]bool{}
		for _, name := range names {
			records, err := ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range records {
				if cells[r.Cell] {
					t.Fatalf("%s has two records", r.Cell)
				}
				cells[r.Cell] = true
			}
		}
		return cells
	}
	kills := 0
	for ended := false; !ended; {
		before := recorded()
		had := len(started(t, log))
		cmd := exec.Command(command[0])
		var errs bytes.Buffer
		cmd.Stderr = &errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		wait := make(chan error, 1)
		go func() { wait <- cmd.Wait() }()
		select {
		case err := <-wait:
			if err != nil {
				t.Fatalf("%v: %s", err, errs.String())
			}
			ended = true
		case <-time.After(time.Duration(20+7*kills) * time.Millisecond):
			_ = cmd.Process.Kill()
			<-wait
			kills++
		}
		after := recorded()
		for cell := range before {
			if !after[cell] {
				t.Errorf("the record of %s is lost", cell)
			}
		}
		for _, model := range started(t, log)[had:] {
			if before["model=ok/n="+strings.TrimPrefix(model, "ok:")] {
				t.Errorf("%s was measured although it had a record", model)
			}
		}
		if kills > 1000 {
			t.Fatal("no progress")
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "raw", "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files %v, error %v", files, err)
	}
	records, err := ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := WriteBenchmarks(&text, Map(records, func(r Record) *Record { return &r })); err != nil ||
		strings.Count(text.String(), "\nBenchmarkTest/") != len(all.Cells) {
		t.Errorf("benchmarks (error %v):\n%s", err, text.String())
	}
	if got := recorded(); len(got) != len(all.Cells) {
		t.Errorf("%d cells have records, want %d", len(got), len(all.Cells))
	}
	t.Logf("killed %d times", kills)
}
