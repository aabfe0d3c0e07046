package check_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"brim/check"
	"brim/petri/timed"
)

var updateKnown = flag.Bool("update", false, "write the table of known answers in results/time.md anew")

// knownFile has the table of known answers, written by this test.
const knownFile = "../results/time.md"

// A known is an answer that a document states about a net with time.
type known struct {
	net    func() *timed.Document
	name   string // of the net
	asks   string
	stated string // holds, fails or a time
	source string
}

// Answers about nets with time are those that the documents of other tools, and papers, state. The table in
// results/time.md has all of them.
func TestKnownTimes(t *testing.T) {
	var b strings.Builder
	b.WriteString("| net | question | stated | by | brim |\n|---|---|---|---|---|\n")
	for _, k := range append(knownTimes(), knownAutomata()...) {
		m, err := modelOf(k.net())
		if err != nil {
			t.Fatal(err)
		}
		q, err := m.Ask(k.asks, check.Maximal)
		if err != nil {
			t.Fatalf("%s: %v", k.name, err)
		}
		begin := time.Now()
		a, err := check.Decide(t.Context(), m, q, check.Options{Limits: check.Limits{Time: 2 * time.Minute}})
		switch {
		case err != nil:
			t.Errorf("%s: %s: %v", k.name, k.asks, err)
			continue
		case a.Text() != k.stated:
			t.Errorf("%s: %s: %s (%s, %v), by the document %s", k.name, k.asks, a.Text(), a.Reason, a.Wrong, k.stated)
		}
		t.Logf("%s: %s: %s by %s after %v", k.name, k.asks, a.Text(), a.By, time.Since(begin).Round(time.Millisecond))
		asks := strings.ReplaceAll(k.asks, "|", `\|`)
		fmt.Fprintf(&b, "| %s | `%s` | %s | %s | %s |\n", k.name, asks, k.stated, k.source, a.Text())
	}
	text, err := os.ReadFile(knownFile)
	if err != nil {
		t.Fatal(err)
	}
	before, old, found := strings.Cut(string(text), "| net | question |")
	if !found {
		t.Fatalf("%s has no table", knownFile)
	}
	_, after, _ := strings.Cut(old, "|\n\n")
	if after != "" {
		after = "\n" + after
	}
	if want := before + b.String() + after; *updateKnown {
		if err := os.WriteFile(knownFile, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(text) {
		t.Errorf("the table in %s is another one; -update writes it anew", knownFile)
	}
}

func modelOf(d *timed.Document) (*check.Model, error) {
	if d.Arcs != nil {
		return check.OfTimedArcs(d.Arcs)
	}
	return check.OfTimed(d.Timed)
}
