package gmc_test

import (
	"context"
	"strings"
	"testing"

	"brim/ctl/syntax"
	"brim/engine/gmc"
	"brim/internal/testkit/randnet"
	"brim/petri/structure"
)

func model(t *testing.T, text string, tokens int64) (*gmc.Net, error) {
	t.Helper()
	net, err := randnet.ParseText("net", text)
	if err != nil {
		t.Fatal(err)
	}
	return gmc.NewNet(structure.NewProfile(net), tokens)
}

func TestErrors(t *testing.T) {
	if _, err := model(t, "p a 2\nt t pre: post: a 1 inh:", 0); err == nil ||
		err.Error() != "place a has no bound by invariants; expected a bound for such places" {
		t.Errorf("a place without a bound: %v", err)
	}
	n, err := model(t, "p a 1\nt t pre: a 1 post: inh:", 1)
	if err != nil {
		t.Fatal(err)
	}
	p := syntax.NewPool()
	if _, err := n.Goal(p.Make(syntax.EF, p.Deadlock())); err == nil || !strings.Contains(err.Error(), "EF deadlock") {
		t.Errorf("a goal with path operators: %v", err)
	}
	g, err := n.Goal(p.Deadlock())
	if err != nil {
		t.Fatal(err)
	}
	for text, o := range map[string]gmc.Options{
		"length -1":                    {Length: -1},
		"number of tries -1":           {Tries: -1},
		"number of flips -1":           {Flips: -1},
		"number of steps forward 1001": {Forward: gmc.MostLayers + 1},
		"longest length -1":            {Longest: -1},
	} {
		if _, err := n.Search(context.Background(), g, o); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// A net that is not safe: the second token is left out, and nothing that rests on all markings is said.
func TestSecondToken(t *testing.T) {
	n, err := model(t, "p a 1\np b 0\nt t pre: a 1 post: a 1 b 1 inh:", 1)
	if err != nil {
		t.Fatal(err)
	}
	p := syntax.NewPool()
	g, err := n.Goal(p.Deadlock())
	if err != nil {
		t.Fatal(err)
	}
	r, err := n.Fixpoint(context.Background(), g, 0)
	if err != nil || r.Found || r.Complete || r.States.Int64() != 2 {
		t.Errorf("found %v, complete %v, %v markings, error %v; want 2, not complete", r.Found, r.Complete, r.States,
			err)
	}
}
