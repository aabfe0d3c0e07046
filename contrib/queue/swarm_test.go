package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"brim/bench/swarm"
	"brim/ctl/syntax"
	"brim/internal/queue"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri/pnml"
)

// Swarms with workers that are killed and one that lies: all answers are right.

var (
	swarmNets = flag.Int("swarm-nets", 10, "random nets of TestSwarm")
	killEvery = flag.Duration("kill-every", 400*time.Millisecond, "how often TestSwarm kills a worker")
	contest   = flag.Int("contest", 0, "of TestSwarmContest: files of the nets in $BRIM_MCC/models or "+
		"../shared/mcc/models, of each net one")
	limit = flag.Duration("swarm-limit", time.Minute, "of TestSwarmContest: what a file may take")
)

// liarVariable makes this test program a worker that lies; its value is the URL of the front.
const liarVariable = "BRIM_QUEUE_LIAR"

// lie is a worker that answers at random. When it is not heard any more, it comes again under another name.
func lie(url, helper string) {
	rng := rand.New(rand.NewPCG(uint64(os.Getpid()), 1))
	for n := 0; ; n++ {
		w := queue.Worker{Slots: 1, Do: func(ctx context.Context, p *queue.Process,
			body json.RawMessage) (json.RawMessage, error) {
			var t swarm.Task
			if err := json.Unmarshal(body, &t); err != nil {
				return nil, err
			}
			a := swarm.Answer{Worker: fmt.Sprint("liar ", n), Seconds: 0.01}
			switch rng.IntN(20) {
			case 0: // it hangs
				<-ctx.Done()
				return nil, ctx.Err()
			case 1:
				return json.RawMessage(`{"worker": 7}`), nil
			}
			ids := []string{t.Swarm.Question + t.Swarm.Formula}
			if t.Swarm.Examination != "" {
				ids = []string{"q0", "q1", "q2", "q3", "q4"}
			}
			for _, id := range ids {
				r := swarm.Result{Question: id, Answer: []string{"holds", "fails", "7", ""}[rng.IntN(4)], By: "lie"}
				if r.Answer != "" && rng.IntN(2) == 0 {
					r.Certificate = forge(ctx, p, rng, &t, r.Answer)
				}
				a.Results = append(a.Results, r)
			}
			return json.Marshal(a)
		}}
		setup := queue.Setup{URL: url, Name: "brim", Build: "liar", Patience: time.Second}
		if err := w.Work(context.Background(), helper, setup, os.Stderr); err == nil ||
			!strings.Contains(err.Error(), "refused") {
			return
		}
	}
}

// forge shares a certificate that looks like one.
func forge(ctx context.Context, p *queue.Process, rng *rand.Rand, t *swarm.Task, answer string) string {
	text := ".brim-certificate 2\n.model " + t.Swarm.Model.Digest + "\n.deadlock maximal\n.answer " + answer +
		"\n.explore\n.end\n"
	if rng.IntN(3) == 0 {
		text = text[:rng.IntN(len(text))]
	}
	file := filepath.Join(os.TempDir(), fmt.Sprint("forged-", os.Getpid()))
	defer os.Remove(file)
	if os.WriteFile(file, []byte(text), 0o600) != nil {
		return "none"
	}
	name, err := p.Share(ctx, file)
	if err != nil {
		return "none"
	}
	return name
}

// A drawn is a random net with questions and what the oracle says of them.
type drawn struct {
	folder string
	truth  map[string]string
}

// plain reports whether the contest can express a property, which brim-verify reads then.
func plain(p syntax.Property) bool {
	var text bytes.Buffer
	err := syntax.WriteProperties(&text, []syntax.Property{p})
	return err == nil &&
		!regexp.MustCompile(`<integer-(sum|product|lt|gt)>|<integer-constant>-|<(equivalence|implication|exclusive-disjunction|deadlock)`).Match(text.Bytes())
}

// draw writes a net and five formulas of CTL about it.
func draw(t *testing.T, seed uint64) drawn {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 116))
	net := randnet.Generate(rng, randnet.Config{States: 200, Safe: seed%3 == 0, NoInhibitors: true})
	space, err := oracle.Explore(net, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	d := drawn{t.TempDir(), map[string]string{}}
	pool := syntax.NewPool()
	var list []syntax.Property
	for i := range 5 {
		id := fmt.Sprint("q", i)
		f := randformula.Generate(rng, net, 1+i%4, pool)
		for !plain(syntax.Property{ID: id, Formula: f}) {
			f = randformula.Generate(rng, net, 1+i%4, pool)
		}
		list = append(list, syntax.Property{ID: id, Formula: f})
		d.truth[id] = "fails"
		if space.Sat(f, syntax.Maximal)[0] {
			d.truth[id] = "holds"
		}
	}
	var model, properties bytes.Buffer
	if err := pnml.Write(&model, net); err != nil {
		t.Fatal(err)
	}
	if err := syntax.WriteProperties(&properties, list); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"model.pnml": model.Bytes(), "CTLCardinality.xml": properties.Bytes()} {
		if err := os.WriteFile(filepath.Join(d.folder, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// A swarmReport is what the tests look at of what brim-bench swarm prints.
type swarmReport struct {
	Jobs      int
	Questions []struct {
		Question, Answer, Plan, Worker, Reason string
		Verified                               bool
		Claims                                 []struct{ Answer, Reason string }
	}
}

// readSwarm reads a report, and reports answers that are not those of truth.
func readSwarm(t *testing.T, what string, p *process, truth map[string]string) (r swarmReport, decided int) {
	t.Helper()
	text := p.out.Bytes()
	if i := bytes.IndexByte(text, '{'); i < 0 || json.Unmarshal(text[i:], &r) != nil {
		t.Fatalf("%s: no report: %s", what, text)
	}
	for _, q := range r.Questions {
		switch {
		case q.Answer == "":
			t.Logf("%s %s is unknown: %s %v", what, q.Question, q.Reason, q.Claims)
			continue
		case !q.Verified || truth[q.Question] != "" && q.Answer != truth[q.Question]:
			t.Errorf("%s: %+v; it %s", what, q, truth[q.Question])
		}
		decided++
	}
	return r, decided
}

// crowd has three workers and a liar work for a front, and kills a worker again and again until the front has ended.
func crowd(t *testing.T, brim, at string, front *process) (kills int) {
	t.Helper()
	var workers []*process
	scratch := []string{"TMPDIR=" + t.TempDir()} // which those that are killed leave behind
	another := func() *process {
		return startWith(t, scratch, brim, "work", "--queue", "nats://"+at, "--wait", "5s")
	}
	for range 3 {
		workers = append(workers, another())
	}
	liar := startWith(t, []string{liarVariable + "=nats://" + at + " " +
		filepath.Join(filepath.Dir(brim), "brim-queue")}, os.Args[0])
	ticks := time.NewTicker(*killEvery)
	defer ticks.Stop()
	for begin := time.Now(); ; {
		select {
		case err := <-front.ended:
			front.ended <- err
			for _, w := range append(workers, liar) {
				_ = w.Process.Kill() // those that hear of the end have ended
				<-w.ended
			}
			return kills
		case <-ticks.C:
			if time.Since(begin) > patience() {
				t.Fatalf("the front does not end:\n%s", front.out.String())
			}
			i := kills % len(workers)
			_ = workers[i].Process.Kill()
			<-workers[i].ended
			workers[i] = another()
			kills++
		}
	}
}

// Three workers, of which one is killed again and again, and one that answers at random: all answers about ten random
// nets are those of the oracle.
func TestSwarm(t *testing.T) {
	brim := programs(t)
	kills, jobs, begin := 0, 0, time.Now()
	for seed := range uint64(*swarmNets) {
		d, at := draw(t, seed), address(t)
		args := []string{"swarm", d.folder, filepath.Join(d.folder, "CTLCardinality.xml"), "--serve", at, "--silence",
			"1s", "--slice", "2s", "--limit-time", "2m", "--json"}
		if seed%2 == 1 { // many jobs, of which few answer
			args = append(args, "--plans", "walk,part 10,depth 10,equation,order force,local,explicit")
		}
		front := start(t, brim+"-bench", args...)
		kills += crowd(t, brim, at, front)
		_ = front.end(t)
		r, decided := readSwarm(t, fmt.Sprint("net ", seed), front, d.truth)
		if jobs += r.Jobs; decided != len(d.truth) {
			t.Errorf("net %d: %d of %d questions are decided:\n%s", seed, decided, len(d.truth), front.out.String())
		}
	}
	t.Logf("%d nets, %d jobs, %d workers killed, %v", *swarmNets, jobs, kills, time.Since(begin).Round(time.Second))
}

// One command has a server and workers on one machine; it says what brim says, and leaves no process.
func TestSwarmAlone(t *testing.T) {
	brim := programs(t)
	log := filepath.Join(t.TempDir(), "log.jsonl")
	const bakery = "../../examples/bakery.pnml"
	front := start(t, brim+"-bench", "swarm", bakery, "../../examples/bakery.xml", "--workers", "2", "--json",
		"--limit-time", "2m", "--log", log)
	if err := front.end(t); err == nil || front.ProcessState.ExitCode() != 1 { // one fails
		t.Errorf("%v: %s", err, front.out.String())
	}
	if _, n := readSwarm(t, bakery, front,
		map[string]string{"crowded": "holds", "waiting": "fails", "goods": "17"}); n != 3 {
		t.Errorf("%d are decided:\n%s", n, front.out.String())
	}
	if text, err := os.ReadFile(log); err != nil || !strings.Contains(string(text), `"verified":["goods"]`) {
		t.Errorf("the log is %s, %v", text, err)
	}
	_, there := giving(t, queue.Setup{Name: "other"}) // a server that has another queue
	for range 2 {
		front = start(t, brim+"-bench", "swarm", bakery, "StateSpace", "--serve", there.URL, "--queue-name", "swarm",
			"--workers", "1", "--json", "--limit-time", "2m")
		if err := front.end(t); err != nil {
			t.Errorf("at a server that is there: %v: %s", err, front.out.String())
		}
		readSwarm(t, bakery, front, map[string]string{"STATES": "576", "TRANSITIONS": "1632",
			"MAX_TOKEN_IN_PLACE": "12", "MAX_TOKEN_PER_MARKING": "22"})
	}
	for question, want := range map[string]string{"EF (": "formula:1", "AG(shelf.loaves <= 12": "formula:1"} {
		wrong := start(t, brim+"-bench", "swarm", bakery, question, "--workers", "1", "--limit-time", "1m")
		if err := wrong.end(t); err == nil || wrong.ProcessState.ExitCode() != 2 ||
			!strings.Contains(wrong.out.String(), want) {
			t.Errorf("%s: %v: %s", question, err, wrong.out.String())
		}
	}
}

// The answers about real nets are those that the contest's tools agree on, with workers that are killed and one that
// lies. For -contest only, since it takes minutes.
func TestSwarmContest(t *testing.T) {
	folders, _ := filepath.Glob(filepath.Join(cmp.Or(os.Getenv("BRIM_MCC"), "../../../shared/mcc"), "models", "*"))
	if *contest == 0 || len(folders) == 0 {
		t.Skip("for -contest, with nets in $BRIM_MCC/models or ../shared/mcc/models")
	}
	brim := programs(t)
	kinds := []string{"ReachabilityCardinality", "CTLFireability", "LTLCardinality", "UpperBounds", "CTLCardinality",
		"ReachabilityFireability", "LTLFireability"}
	all, asked := 0, 0
	for i, folder := range folders[:min(*contest, len(folders))] {
		kind, at, begin := kinds[i%len(kinds)], address(t), time.Now()
		truth := contestTruth(t, folder, kind)
		front := start(t, brim+"-bench", "swarm", folder, filepath.Join(folder, kind+".xml"),
			"--serve", at, "--silence", "2s", "--limit-time", limit.String(), "--json")
		kills := crowd(t, brim, at, front)
		_ = front.end(t)
		r, n := readSwarm(t, filepath.Base(folder)+" "+kind, front, truth)
		all, asked = all+n, asked+len(r.Questions)
		t.Logf("%s %s: %d of %d, %d jobs, %d killed, %v", filepath.Base(folder), kind, n, len(r.Questions), r.Jobs,
			kills, time.Since(begin).Round(time.Second))
	}
	t.Logf("%d of %d questions are decided", all, asked)
}

// contestTruth returns the known answers of an examination.
func contestTruth(t *testing.T, folder, kind string) map[string]string {
	t.Helper()
	f, err := os.Open(filepath.Join(folder, "oracle.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	truth := map[string]string{}
	for _, row := range rows {
		if row[0] == kind && !slices.Contains([]string{"", "?"}, row[2]) {
			truth[row[1]] = strings.NewReplacer("TRUE", "holds", "FALSE", "fails").Replace(row[2])
		}
	}
	return truth
}
