package ask_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"brim/check"
	"brim/check/ask"
	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/engine"
	"brim/internal/testkit/randnet"
	"brim/petri"
)

// Soundness of nets as miners make them: blocks with silent transitions, ties between them, and defects, with a truth
// that the construction gives. The judge confirms it for small ones. For other numbers and sizes:
//
//	go test ./check/ask -run Mined -v -mined 1000 -minedtasks 640 -timeout 10h
var (
	mined      = flag.Uint64("mined", 24, "how many nets with a known soundness")
	minedTasks = flag.Int("minedtasks", 60, "how many tasks such a net has")
)

// minedNet returns a net with a known soundness: of four nets one is made of blocks only, one has ties, one is broken,
// and one has ties and is broken.
func minedNet(seed uint64, tasks int) (net *petri.Net, sound bool) {
	rng := rand.New(rand.NewPCG(seed, 190))
	w := randnet.Workflow{Tasks: tasks, Broken: seed%4 > 1}
	if seed%2 == 1 {
		w.Ties = 1 + tasks/10
	}
	return randnet.GenerateWorkflow(rng, w), !w.Broken
}

// Invariant: what the construction says of a small net, the judge says by the definitions.
func TestMinedNetsAreSoundAsConstructed(t *testing.T) {
	for seed := range max(*mined, 400) {
		net, sound := minedNet(seed, 3+int(seed/4)%12)
		out := map[string]engine.Result{}
		judged(net, out)
		if r := out["sound"]; out["workflow"] != engine.Holds || r != engine.Unknown && r != engine.Decided(sound) {
			t.Fatalf("seed %d: %v, want sound %v\n%s", seed, out, sound, randnet.Text(net))
		}
	}
}

// Invariant: soundness of large nets is known, and what the construction says.
func TestMinedNets(t *testing.T) {
	kinds := [4]string{"blocks", "blocks with ties", "broken blocks", "broken blocks with ties"}
	var times [4][]time.Duration
	var places, unknown int
	for seed := range *mined {
		net, sound := minedNet(seed, *minedTasks)
		places += len(net.Places)
		o := board.Options{Limits: limit.Limits{Time: time.Minute, Memory: 2 << 30}}
		o.Start = time.Now()
		answers, err := ask.Decide(t.Context(), model.OfNet(net), []ask.Question{{Name: "sound"}}, o, check.DecideAll)
		if err != nil {
			t.Fatal(err)
		}
		times[seed%4] = append(times[seed%4], time.Since(o.Start))
		switch r := answers[0].Result; r {
		case engine.Decided(sound):
		case engine.Unknown:
			unknown++
			t.Logf("seed %d: unknown: %s", seed, answers[0].Reason)
		default:
			t.Errorf("seed %d: %v, want sound %v", seed, r, sound)
		}
		for _, f := range answers[0].Findings {
			if f.Run != nil {
				checkRun(t, fmt.Sprint("seed ", seed), net, f)
			}
		}
	}
	for i, list := range times {
		slices.Sort(list)
		if n := len(list); n > 0 {
			t.Logf("%s: %d nets, median %v, 95 %% %v, most %v", kinds[i], n, list[n/2].Round(time.Millisecond),
				list[n*95/100].Round(time.Millisecond), list[n-1].Round(time.Millisecond))
		}
	}
	t.Logf("%d places on average, %d unknown", places/int(*mined), unknown)
}
