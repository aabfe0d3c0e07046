package swarm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"brim/internal/queue"
)

// The front against a fake brim-queue, whose workers lie, get lost and send what is no answer, and a fake brim-verify,
// which says what is in the certificate.

const partVariable = "BRIM_SWARM_PART"

func TestMain(m *testing.M) {
	switch name := filepath.Base(os.Args[0]); {
	case strings.HasPrefix(name, queue.Program):
		pipe, _, err := queue.Open(os.Stdin, os.Stdout)
		if err == nil {
			part := os.Getenv(partVariable)
			f := fakeQueue{pipe: pipe, shared: map[string]string{}, eager: part == "measure"}
			err = f.run(parts[part])
		}
		if err != nil && !errors.Is(err, io.EOF) {
			_ = pipe.Send(queue.Line{Kind: queue.Failed, Text: err.Error()})
		}
		os.Exit(0)
	case strings.HasPrefix(name, "brim-verify"):
		text, err := os.ReadFile(os.Args[len(os.Args)-1])
		if err != nil {
			os.Exit(2)
		}
		fmt.Println(strings.ReplaceAll(string(text), "FILE", os.Args[len(os.Args)-1]))
		_ = os.WriteFile(os.Args[len(os.Args)-1]+judged, nil, 0o600)
		if !strings.HasPrefix(string(text), "verified") {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// judged ends the name of a file that says that a certificate was judged.
const judged = ".judged"

// A reply is what the workers of the fake do with one job.
type reply struct {
	worker      string // "" loses the job
	answer      string // "none" is a message that is no answer
	certificate string // what brim-verify says of it; "" if there is none
	refused     bool   // the front has to refuse the answer
}

// parts are the fakes: the replies to the jobs in the order in which they come.
var parts = map[string][]reply{
	"lies": {
		{worker: "liar", answer: "fails", certificate: "rejected: it is not so"},
		{worker: "liar", answer: "fails", certificate: "verified: fails", refused: true}, // it is not heard any more
		{worker: "other", answer: "7", certificate: "malformed: FILE:1: nothing"},
		{worker: "other", answer: "", refused: true},
		{worker: "third", answer: "fails"},
		{worker: "third", answer: "fails"},
		{worker: "third", answer: ""},
		{worker: "honest", answer: "fails", certificate: "verified: holds"}, // what is verified counts
	},
	"lost": {{}, {worker: "x", answer: "none", refused: true},
		{worker: "x", answer: "holds", certificate: "verified: holds"}},
	"unreadable": {{worker: "x", answer: "holds", certificate: "malformed: question: too hard"}},
	"limit": {
		{worker: "x", answer: "holds", certificate: "limit: time"},
		{worker: "x", answer: "holds", certificate: "verified: holds"},
	},
	"claim":   {{worker: "x", answer: "holds"}},
	"measure": {{worker: "x", answer: "holds", certificate: "verified: holds"}, {worker: "x", answer: ""}},
	"dies":    {},
}

// A fakeQueue is a brim-queue without messages.
type fakeQueue struct {
	pipe   *queue.Pipe
	shared map[string]string // certificates by their names
	eager  bool              // all jobs are done at once
}

// run plays a part: one job after the other is wanted and replied to.
func (f *fakeQueue) run(part []reply) error {
	if err := f.pipe.Send(queue.Line{Kind: queue.Ready, Text: "fake://"}); err != nil {
		return err
	}
	var idle atomic.Bool // a worker waits; other jobs nobody does
	want := func() {
		idle.Store(true)
		_ = f.pipe.Send(queue.Line{Kind: queue.Wanted, Count: 1})
	}
	began, once := make(chan struct{}), sync.Once{}
	for n := 0; ; {
		l, err := f.pipe.Receive()
		if err != nil {
			return err
		}
		switch l.Kind {
		case queue.Share:
			if len(part) == 0 {
				return io.EOF
			}
			_ = f.pipe.Send(queue.Line{Kind: queue.Done, Ticket: l.Ticket})
			go func() { // until the front is ready
				for {
					select {
					case <-began:
						return
					case <-time.After(20 * time.Millisecond):
						want()
					}
				}
			}()
		case queue.Fetch:
			if os.WriteFile(l.Text, []byte(f.shared[l.ID]), 0o600) != nil {
				return errors.New("no file")
			}
			_ = f.pipe.Send(queue.Line{Kind: queue.Done, Ticket: l.Ticket})
			go func() { // the next job is wanted when this certificate is judged
				for {
					if _, err := os.Stat(l.Text + judged); err == nil {
						time.Sleep(200 * time.Millisecond)
						want()
						return
					}
					time.Sleep(5 * time.Millisecond)
				}
			}()
		case queue.Put:
			once.Do(func() { close(began) })
			if n < len(part) && (idle.Swap(false) || f.eager) {
				f.reply(l, part[n], n)
				n++
			}
		case queue.Taken:
			r := part[l.Ticket]
			if r.refused != (l.Text != "") {
				return fmt.Errorf("the front says %q of answer %d", l.Text, l.Ticket)
			}
			if r.certificate == "" || r.refused {
				want()
			}
		case queue.Drop:
			if n > 0 && n < len(part) && part[n-1].worker == "" {
				want()
			}
		case queue.End:
			return nil
		}
	}
}

// reply answers a job.
func (f *fakeQueue) reply(l queue.Line, r reply, ticket int) {
	if r.worker == "" {
		_ = f.pipe.Send(queue.Line{Kind: queue.Lost, ID: l.ID, Count: 5})
		return
	}
	var t Task
	if err := json.Unmarshal(l.Body, &t); err != nil || t.Swarm.check() != nil {
		_ = f.pipe.Send(queue.Line{Kind: queue.Failed, Text: "this is no job"})
		return
	}
	a := Answer{Worker: r.worker, Results: []Result{{Question: "EF p", Answer: r.answer},
		{Question: "another", Answer: "holds"}}}
	if r.certificate != "" {
		sum := sha256.Sum256([]byte(r.certificate))
		name := hex.EncodeToString(sum[:])
		f.shared[name], a.Results[0].Certificate = r.certificate, name
	}
	body, err := json.Marshal(a)
	if err != nil || r.answer == "none" {
		body = []byte("[]")
	}
	_ = f.pipe.Send(queue.Line{Kind: queue.Answer, ID: l.ID, Ticket: ticket, Body: body})
}

// fake runs a front against a part, and returns what it knows of the one question.
func fake(t *testing.T, part string, o Options) (Outcome, string, error) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs links")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{queue.Program, "brim-verify"} {
		if err := os.Symlink(exe, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv(partVariable, part)
	model := filepath.Join(dir, "net.pnml")
	if err := os.WriteFile(model, []byte("a net"), 0o600); err != nil {
		t.Fatal(err)
	}
	in, err := Read(model, "EF p", nil)
	if err != nil {
		t.Fatal(err)
	}
	if o.Plans, err = Choose([]string{"auto", "walk"}); err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	o.Verifier, o.Slice, o.Proof, o.Checkers, o.Log = []string{filepath.Join(dir, "brim-verify")}, time.Second,
		time.Minute, 2, &log
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	list, err := Run(ctx, filepath.Join(dir, queue.Program), queue.Setup{}, in, o, os.Stderr)
	return list[0], log.String(), err
}

// Nothing but a certificate that is verified decides, and liars are not heard again.
func TestFrontOfLiars(t *testing.T) {
	got, log, err := fake(t, "lies", Options{})
	if err != nil || got.Answer != "holds" || !got.Verified || got.Worker != "honest" {
		t.Errorf("%+v, %v\n%s", got, err, log)
	}
	if len(got.Claims) != 1 || got.Claims[0].Answer != "fails" || got.Claims[0].Times != 2 ||
		got.Claims[0].Worker != "third" {
		t.Errorf("claims %+v", got.Claims)
	}
	for end, want := range map[string]int{"done": 6, "refused": 2, "lost": 0} {
		if n := strings.Count(log, `"end":"`+end+`"`); n != want {
			t.Errorf("%d jobs in the log are %s, expected %d:\n%s", n, end, want, log)
		}
	}
}

// What is lost, or is no answer, is done again; a certificate that takes too long is a claim.
func TestFrontAgain(t *testing.T) {
	for part, claims := range map[string]int{"lost": 0, "limit": 1} {
		got, log, err := fake(t, part, Options{})
		if err != nil || got.Answer != "holds" || !got.Verified || len(got.Claims) != claims {
			t.Errorf("%s: %+v, %v\n%s", part, got, err, log)
		}
	}
}

// A question that brim-verify cannot read is given up; a claim decides if workers are trusted.
func TestFrontWithoutProof(t *testing.T) {
	got, log, err := fake(t, "unreadable", Options{})
	if err != nil || got.Answer != "" || got.Verified || len(got.Claims) != 1 ||
		!strings.Contains(got.Reason, "too hard") {
		t.Errorf("%+v, %v\n%s", got, err, log)
	}
	got, log, err = fake(t, "claim", Options{Trust: true})
	if err != nil || got.Answer != "holds" || got.Verified {
		t.Errorf("%+v, %v\n%s", got, err, log)
	}
}

// A measurement gives out each job once.
func TestFrontMeasures(t *testing.T) {
	got, log, err := fake(t, "measure", Options{Measure: true})
	if err != nil || got.Answer != "holds" || strings.Count(log, `"end":"done"`) != 2 {
		t.Errorf("%+v, %v\n%s", got, err, log)
	}
	list, err := ReadLog(strings.NewReader(log))
	if err != nil || len(list) != 2 || list[0].Plan == list[1].Plan {
		t.Errorf("%+v, %v", list, err)
	}
	if _, err := ReadLog(strings.NewReader("{}\n")); err == nil {
		t.Error("what is no record is read")
	}
}

// A brim-queue that ends before the questions are decided is an error.
func TestFrontEnds(t *testing.T) {
	if got, _, err := fake(t, "dies", Options{}); err == nil || got.Answer != "" {
		t.Errorf("%+v, %v", got, err)
	}
}
