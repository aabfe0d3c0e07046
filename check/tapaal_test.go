package check_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"brim/check"
	"brim/internal/testkit/randtimed"
	"brim/petri/pnml"
	"brim/petri/timed"
)

var (
	dtapn      = flag.String("verifydtapn", "", "TAPAAL's engine for integer time, to compare answers with")
	dtapnCount = flag.Int("verifydtapn-nets", 200, "compare the answers about so many random nets")
	dtapnSeed  = flag.Uint64("verifydtapn-seed", 0, "the first seed of these nets")

	dtapnFiles = flag.String("verifydtapn-files", "", "the folder example-nets of the sources of verifydtapn")
)

// Answers about random timed-arc nets are those of TAPAAL's engine for integer time, where it is at hand.
func TestTAPAALAgrees(t *testing.T) {
	if *dtapn == "" {
		t.Skip("-verifydtapn names no program")
	}
	count := map[string]int{}
	file := filepath.Join(t.TempDir(), "net.xml")
	for seed := *dtapnSeed; seed < *dtapnSeed+uint64(*dtapnCount); seed++ {
		rng := rand.New(rand.NewPCG(seed, 161))
		config := randtimed.Small()
		config.Closed = true
		net := randtimed.GenerateArcs(rng, config)
		d := forTAPAAL(net)
		if d == nil {
			count["nets left out"]++
			continue
		}
		var b bytes.Buffer
		if err := pnml.WriteTAPAALEngine(&b, d); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		m, err := check.OfTimedArcs(net)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for _, op := range []string{"EF", "AG", "EG", "AF", "EF deadlock"} {
			text := op
			if op != "EF deadlock" {
				text += " (" + atoms(rng, net) + ")"
			}
			q, err := m.Ask(text, check.Maximal)
			if err != nil {
				t.Fatalf("seed %d: %s: %v", seed, text, err)
			}
			a, err := check.Decide(t.Context(), m, q, check.Options{Limits: check.Limits{Time: 2 * time.Second}})
			if err != nil {
				t.Fatalf("seed %d: %s: %v", seed, text, err)
			}
			switch theirs := verifydtapn(t, file, text); {
			case theirs == "" || !a.Known():
				count[op+" unknown"]++
			case theirs != a.Text():
				t.Errorf("seed %d: %s: %s by %s, but %s by verifydtapn", seed, text, a.Text(), a.By, theirs)
			default:
				count[op+" "+theirs]++
				count["equal"]++
			}
		}
	}
	t.Log(count)
}

// Answers about the example nets of verifydtapn are those in the names of their questions, net-satisfied.q and
// net-not-satisfied.q, where these files are at hand.
func TestTAPAALExamples(t *testing.T) {
	if *dtapnFiles == "" {
		t.Skip("-verifydtapn-files names no folder")
	}
	files, err := filepath.Glob(filepath.Join(*dtapnFiles, "*-satisfied.q"))
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, file := range files {
		name, fails := strings.CutSuffix(strings.TrimSuffix(file, "-satisfied.q"), "-not")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m, err := check.Load(t.Context(), name+".xml")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		q, err := m.Ask(strings.TrimSpace(string(text)), check.Maximal)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		a, err := check.Decide(t.Context(), m, q, check.Options{Limits: check.Limits{Time: 30 * time.Second}})
		switch {
		case err != nil:
			t.Errorf("%s: %v", file, err)
		case a.Known() && (a.Result == check.Fails) != fails:
			t.Errorf("%s: %s", filepath.Base(file), a.Text())
		default:
			t.Logf("%s: %s (%s)", filepath.Base(file), a.Text(), a.Reason)
			count[a.Text()]++
		}
	}
	t.Log(count)
}

// forTAPAAL returns a net with the same runs that verifydtapn reads as it is defined, or nil where it cannot. It
// refuses urgent transitions that move tokens to places with invariants. And version 3.6.2 may move a token that is
// older than the invariant of the other place allows, so intervals of transport arcs are cut there.
func forTAPAAL(net *timed.ArcNet) *timed.Document {
	d := (&timed.Document{Arcs: net}).Clone()
	for i := range d.Arcs.Transports {
		a := &d.Arcs.Transports[i]
		most := net.Invariants[a.To].Most
		switch {
		case most == timed.Infinite:
		case net.Urgent[a.Transition] || a.Ages.Low > most:
			return nil
		case a.Ages.High == timed.Infinite || a.Ages.High > most:
			a.Ages.High, a.Ages.HighOpen = most, false
		}
	}
	return d
}

// atoms draws a condition on the tokens of some places.
func atoms(rng *rand.Rand, net *timed.ArcNet) string {
	var list []string
	for range 1 + rng.IntN(3) {
		place := net.Places[rng.IntN(len(net.Places))].ID
		relation := []string{"=", ">=", "<=", ">", "<"}[rng.IntN(5)]
		list = append(list, fmt.Sprintf("%s %s %d", place, relation, rng.IntN(3)))
	}
	return strings.Join(list, []string{" & ", " | "}[rng.IntN(2)])
}

// verifydtapn returns the answer of TAPAAL's engine, holds or fails; "" if it has not answered within two seconds.
func verifydtapn(t *testing.T, net, query string) string {
	file := filepath.Join(filepath.Dir(net), "query.q")
	text := strings.NewReplacer("&", "and", "|", "or").Replace(query) + "\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, *dtapn, "-k", "40", net, file).CombinedOutput()
	switch {
	case bytes.Contains(out, []byte("Query is satisfied")):
		return "holds"
	case bytes.Contains(out, []byte("Query is NOT satisfied")):
		return "fails"
	}
	t.Logf("no answer to %s: %v, %s", query, err, out)
	return ""
}
