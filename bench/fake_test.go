package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The fake brim of the tests of this package, and suites and records for it.

// This test program is run by its own tests in other parts: as brim, and as processes that sweep and may be
// killed.
const (
	partVariable  = "BRIM_BENCH_PART"  // fake or sweep
	logVariable   = "BRIM_BENCH_LOG"   // where the fake notes the models that it was started with
	sleepVariable = "BRIM_BENCH_SLEEP" // how long it takes
	dirVariable   = "BRIM_BENCH_DIR"   // results of the sweep
)

func TestMain(m *testing.M) {
	switch os.Getenv(partVariable) {
	case "fake":
		os.Exit(fake(os.Args[1:]))
	case "tool":
		os.Exit(fakeTool(os.Args[1:]))
	case "tools":
		os.Setenv(partVariable, "tool")
		exe, err := os.Executable()
		if err == nil {
			_, err = Run(context.Background(), toolSuite(exe, 30),
				Options{Command: []string{exe}, Dir: os.Getenv(dirVariable)})
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	case "script": // sweeps over one cell of a script, until an interrupt
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
		defer stop()
		s := suiteOf("space:1")
		s.Cells[0].Program = "script"
		exe, err := os.Executable()
		if err == nil {
			_, err = Run(ctx, s, Options{Command: []string{exe}, Programs: map[string][]string{"script": {os.Args[1]}},
				Dir: os.Getenv(dirVariable)})
		}
		if !errors.Is(err, context.Canceled) {
			fmt.Fprintln(os.Stderr, "ended by itself:", err)
			os.Exit(1)
		}
		os.Exit(0)
	case "sweep":
		os.Setenv(partVariable, "fake")
		exe, err := os.Executable()
		if err == nil {
			_, err = Run(context.Background(), numbered(30),
				Options{Command: []string{exe}, Dir: os.Getenv(dirVariable)})
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// fake answers like brim check, or like brim states; the model says what.
func fake(args []string) int {
	model := args[1]
	if path := os.Getenv(logVariable); path != "" {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
		if err == nil {
			_, err = fmt.Fprintln(f, model)
		}
		if err != nil {
			panic(err)
		}
		f.Close()
	}
	if d, err := time.ParseDuration(os.Getenv(sleepVariable)); err == nil {
		time.Sleep(d)
	}
	kind, _, _ := strings.Cut(model, ":")
	out, status := "", 0
	switch kind {
	case "ok":
		out = `{"verdict": "holds", "complete": true, "statistics": {"states": "12", "nodes": 3, "peak_nodes": 4}, "new": [1]}`
	case "rounds":
		out = `{"verdict": "holds", "complete": false, "bound": 30, "rounds": [
			{"bound": 20, "states": "7", "edd_nodes": 5, "mdd_nodes": 0, "made": 21, "seconds": 0.5, "new": 1},
			{"bound": 30, "states": 9, "edd_nodes": "?", "mdd_nodes": 6}]}`
	case "space":
		out = `{"tool": "fake", "complete": true, "commit": "feed", "states": "12", "nodes": 3, "peak_nodes": 4, "work": 50, "seconds": 0.5, "order": {"method": "file", "levels": 3},
			"orders": [{"method": "a", "work": 7, "complete": true}, {"method": "b", "work": 9, "complete": false}], "places": [["p"]]}`
	case "part":
		out, status = `{"complete": false, "reason": "as long as was allowed", "limit": "time", "states": "5", "work": 4}`, 3
	case "old":
		out, status = `{"complete": false, "reason": "memory limit reached: the limit is 1 MiB"}`, 3
	case "infinite":
		out, status = `{"complete": false, "reason": "unbounded: place p"}`, 3
	case "nothing":
		out = `{"states": "12"}`
	case "explicit":
		out, status = `{"verdict": "holds", "engine": "dfs", "statistics": {"states": 12, "algorithm": "naive", "revisits": 7, "restore_seconds": 0.25}}`, 0
	case "wrong":
		out, status = `{"verdict": "fails", "complete": true}`, 1
	case "time":
		out, status = `{"verdict": "unknown", "by": "parts", "reason": "time limit reached: the limit is 1s", "limit": "time", "statistics": {"peak_nodes": 9}}`, 3
	case "memory":
		out, status = `{"verdict": "unknown", "reason": "as much as was allowed", "limit": "memory"}`, 3
	case "early":
		out, status = `{"error": "as long as was allowed; nothing is known yet", "limit": "time", "status": 3}`, 3
	case "deep":
		out, status = `{"verdict": "unknown", "reason": "time limit of the depth", "limit": "depth"}`, 3
	case "starved":
		fmt.Fprintln(os.Stderr, "fatal error: runtime: out of memory")
		status = 2
	case "unbounded":
		out, status = `{"verdict": "unknown", "reason": "the net is unbounded"}`, 3
	case "error":
		out, status = `{"error": "no such model", "status": 2}`, 2
	case "garbage":
		fmt.Fprintln(os.Stderr, "panic: x\n\ngoroutine 1")
		status = 2
	case "hangs":
		time.Sleep(time.Hour)
	case "suicide":
		p, _ := os.FindProcess(os.Getpid())
		_ = p.Kill()
		time.Sleep(time.Hour)
	}
	fmt.Println(out)
	return status
}

// asFake lets processes started by this test be the fake, and returns how to start one and the file in which it notes
// its models.
func asFake(t *testing.T) (command []string, log string) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	log = filepath.Join(t.TempDir(), "log")
	t.Setenv(partVariable, "fake")
	t.Setenv(logVariable, log)
	return []string{exe}, log
}

// started lists the models that fakes were started with.
func started(t *testing.T, log string) []string {
	t.Helper()
	b, err := os.ReadFile(log)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(b))
}

// suiteOf returns a suite with a cell for each model kind:n.
func suiteOf(models ...string) Suite {
	s := Suite{Name: "test", Title: "a suite of a test"}
	for _, m := range models {
		kind, n, _ := strings.Cut(m, ":")
		s.Cells = append(s.Cells, Cell{
			Labels: []Label{{"model", kind}, {"n", n}}, Model: m, Property: "EF(p = 1)", Want: "holds",
			Time: time.Minute,
		})
	}
	return s
}

// numbered returns a suite of n cells that are done.
func numbered(n int) Suite {
	var models []string
	for i := range n {
		models = append(models, fmt.Sprintf("ok:%d", i))
	}
	return suiteOf(models...)
}
