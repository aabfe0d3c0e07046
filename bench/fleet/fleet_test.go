package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"brim/bench"
	"brim/internal/queue"
)

// A server and a worker against a fake brim-queue: records arrive once, failures are told, and lost connections end in
// an error.

// This test program is run by its own tests as brim-queue, and as brim.
const partVariable = "BRIM_FLEET_PART"

func TestMain(m *testing.M) {
	switch part := os.Getenv(partVariable); {
	case strings.HasPrefix(filepath.Base(os.Args[0]), queue.Program):
		pipe, setup, err := queue.Open(os.Stdin, os.Stdout)
		if err == nil {
			err = fakeQueue(part, pipe, setup)
		}
		if err != nil && !errors.Is(err, io.EOF) {
			_ = pipe.Send(queue.Line{Kind: queue.Failed, Text: err.Error()})
		}
		os.Exit(0)
	case len(os.Args) > 2 && os.Args[1] == "check":
		if os.Args[2] == "hangs" {
			time.Sleep(time.Hour)
		}
		fmt.Println(`{"verdict": "holds", "complete": true}`)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// answers lists what a worker sent to the fake brim-queue.
type answers struct{ Told []queue.Line }

// fakeQueue is a brim-queue without messages. What it gives out it has answered by itself, the tasks that it takes are
// three.
func fakeQueue(part string, pipe *queue.Pipe, s queue.Setup) error {
	if err := pipe.Send(queue.Line{Kind: queue.Ready, Text: "fake://"}); err != nil {
		return err
	}
	if s.Work {
		return fakeTaker(part, pipe)
	}
	answered := 0
	for n := 1; ; n++ {
		l, err := pipe.Receive()
		if err != nil {
			return err
		}
		if l.Kind != queue.Put {
			if l.Kind == queue.End {
				return nil
			}
			continue
		}
		var t bench.Task
		if err := json.Unmarshal(l.Body, &t); err != nil {
			return err
		}
		if t.Cell.Model == "lost" {
			if err := pipe.Send(queue.Line{Kind: queue.Lost, ID: l.ID, Count: 5}); err != nil {
				return err
			}
			continue
		}
		verdict := "holds"
		r := bench.Record{
			Suite: t.Suite, Cell: t.Cell.Name(), Args: t.Cell.Args(), Seconds: t.Cell.Time.Seconds(), Run: t.Run,
			Outcome: bench.Done,
			Answer:  bench.Answer{Verdict: &verdict}, Machine: bench.Machine{Build: "0123abcd"},
		}
		for _, build := range []string{"0123abcd", s.Build, s.Build} { // another build, then twice
			r.Build = build
			body, err := json.Marshal(r)
			if err != nil {
				return err
			}
			if err := pipe.Send(queue.Line{Kind: queue.Answer, ID: l.ID, Ticket: n, Body: body}); err != nil {
				return err
			}
		}
		if answered++; part == "dies" && answered == 2 {
			return nil
		}
	}
}

// fakeTaker gives a worker three tasks: one to answer, one that it must not run, one that is dropped. Then it writes
// down what it was told.
func fakeTaker(file string, pipe *queue.Pipe) error {
	var told answers
	for _, model := range []string{"ok", "forbidden", "hangs"} {
		for {
			l, err := pipe.Receive()
			if err != nil {
				return err
			}
			if l.Kind == queue.Next {
				break
			}
			told.Told = append(told.Told, l)
		}
		c := bench.Cell{Labels: []bench.Label{{Key: "model", Value: model}}, Model: model, Time: time.Minute}
		body, err := json.Marshal(bench.Task{Suite: "s", Cell: &c, Run: 1})
		if err != nil {
			return err
		}
		if err := pipe.Send(queue.Line{Kind: queue.Task, ID: model, Body: body}); err != nil {
			return err
		}
	}
	if err := pipe.Send(queue.Line{Kind: queue.Drop, ID: "hangs"}); err != nil {
		return err
	}
	for {
		l, err := pipe.Receive()
		if err != nil {
			return err
		}
		if told.Told = append(told.Told, l); l.Kind == queue.Next {
			break
		}
	}
	b, err := json.Marshal(told)
	if err == nil {
		err = os.WriteFile(file, b, 0o644)
	}
	if err != nil {
		return err
	}
	return pipe.Send(queue.Line{Kind: queue.End})
}

// fake makes this program brim-queue, and returns a Runner for it as brim.
func fake(t *testing.T, part string) (o bench.Options) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs links")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(exe, filepath.Join(dir, queue.Program)); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	t.Setenv(partVariable, part)
	return bench.Options{Command: []string{exe}, Dir: t.TempDir()}
}

func suiteOf(models ...string) bench.Suite {
	s := bench.Suite{Name: "s", Title: "of a test"}
	for i, m := range models {
		s.Cells = append(s.Cells, bench.Cell{Labels: []bench.Label{{Key: "n", Value: fmt.Sprint(i)}}, Model: m,
			Property: "p", Time: time.Minute})
	}
	return s
}

func serve(t *testing.T, o bench.Options) *Server {
	t.Helper()
	r, err := bench.NewRunner(o)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Serve(queue.Setup{Build: r.Build()}, os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Records that come twice are kept once, those of another build are not, and a lost task has failed.
func TestServer(t *testing.T) {
	o := fake(t, "")
	s := serve(t, o)
	o.Fleet = s
	sweep, err := bench.Run(t.Context(), suiteOf("a", "lost", "b"), o)
	if err != nil || sweep.Missing != 0 {
		t.Errorf("%d missing, %v", sweep.Missing, err)
	}
	var got []string
	for _, r := range sweep.Records {
		got = append(got, r.Cell+" "+string(r.Outcome)+" "+r.Reason)
	}
	slices.Sort(got)
	if want := []string{"n=0 done ", "n=1 failed given to workers 5 times, and none of them answered",
		"n=2 done "}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if err := s.Close(true); err != nil {
		t.Error(err)
	}
}

// In a portfolio what is moot is not waited for.
func TestServerPortfolio(t *testing.T) {
	o := fake(t, "")
	s := serve(t, o)
	o.Fleet, o.Portfolio = s, true
	sweep, err := bench.Run(t.Context(), suiteOf("a", "a", "a", "b"), o)
	cancelled := 0
	for _, r := range sweep.Records {
		if strings.HasPrefix(r.Reason, "cancelled: n=") {
			cancelled++
		}
	}
	if err != nil || sweep.Missing != 0 || len(sweep.Records) != 4 || cancelled != 2 {
		t.Errorf("%d missing, %d records, %d cancelled, %v", sweep.Missing, len(sweep.Records), cancelled, err)
	}
	if err := s.Close(true); err != nil {
		t.Error(err)
	}
}

// A brim-queue that ends before the sweep is an error, and so is a context that is done.
func TestServerEnds(t *testing.T) {
	o := fake(t, "dies")
	s := serve(t, o)
	o.Fleet = s
	sweep, err := bench.Run(t.Context(), suiteOf("a", "b", "c"), o)
	if err == nil || sweep.Missing != 1 {
		t.Errorf("%d missing, %v", sweep.Missing, err)
	}
	_ = s.Close(false)
	t.Setenv(partVariable, "")
	s = serve(t, o)
	o.Fleet, o.Dir = s, t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := bench.Run(ctx, suiteOf("d", "e"), o); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	if err := s.Close(false); err != nil {
		t.Error(err)
	}
}

// A worker answers what it may run, and gives back what is dropped.
func TestWorker(t *testing.T) {
	file := filepath.Join(t.TempDir(), "told")
	o := fake(t, file)
	r, err := bench.NewRunner(o)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	w := Worker{Runner: r, Slots: 1, Ended: func(bench.Record) { n++ }, Check: func(t bench.Task) error {
		if t.Cell.Model == "forbidden" {
			return errors.New("no")
		}
		return nil
	}}
	if err := w.Work(t.Context(), queue.Setup{}, os.Stderr); err != nil || n != 2 {
		t.Fatalf("%d records, %v", n, err)
	}
	b, err := os.ReadFile(file)
	var told answers
	if err == nil {
		err = json.Unmarshal(b, &told)
	}
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range told.Told {
		var r bench.Record
		if l.Kind == queue.Answer {
			if err := json.Unmarshal(l.Body, &r); err != nil {
				t.Error(err)
			}
		}
		got = append(got, strings.TrimSpace(fmt.Sprint(l.Kind, " ", l.ID, " ", r.Outcome, " ", r.Reason)))
	}
	want := []string{"answer ok done", "answer forbidden failed the worker refuses: no", "back hangs", "next"}
	if !slices.Equal(got, want) {
		t.Errorf("told %q, want %q", got, want)
	}
}

// An interrupted worker gives back what it has.
func TestWorkerInterrupted(t *testing.T) {
	o := fake(t, filepath.Join(t.TempDir(), "told"))
	r, err := bench.NewRunner(o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	w := Worker{Runner: r, Slots: 1, Check: func(bench.Task) error { cancel(); return nil }}
	if err := w.Work(ctx, queue.Setup{}, os.Stderr); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Without brim-queue there is one message that says how to get it.
func TestNoProgram(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := Serve(queue.Setup{}, os.Stderr); err == nil || !strings.Contains(err.Error(),
		"go build -C contrib/queue") {
		t.Error(err)
	}
	if _, err := exec.LookPath(queue.Program); err == nil {
		t.Error("there is one")
	}
}

// What is sent is what is run: a task says the same after it was a message.
func TestTaskAsMessage(t *testing.T) {
	c := bench.Cell{
		Labels: []bench.Label{{Key: "a", Value: "b"}}, Program: "p", Command: "states", Model: "m", Folder: "f",
		Property: "q", Flags: []string{"--x", "y"},
		Want: "12", Time: 1500 * time.Millisecond, Memory: 1 << 40, Runs: 3,
		Tool: &bench.Tool{Name: "t", Line: []string{"x", "{limits}"}, Reading: bench.Reading{
			Patterns: []*regexp.Regexp{regexp.MustCompile(`(?P<states>\d+) states`)},
			Verdicts: map[string]string{"holds": "yes"},
			Outcomes: map[bench.Outcome][]*regexp.Regexp{bench.Time: {regexp.MustCompile("late")}}, Done: []int{0},
		}},
	}
	b, err := json.Marshal(bench.Task{Suite: "s", Cell: &c, Run: 2})
	var back bench.Task
	if err == nil {
		err = json.Unmarshal(b, &back)
	}
	if err != nil || back.Key() != (bench.Task{Suite: "s", Cell: &c, Run: 2}).Key() ||
		!reflect.DeepEqual(*back.Cell, c) {
		t.Errorf("%+v, %v", back.Cell, err)
	}
}
