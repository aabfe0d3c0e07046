package gmc_test

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"brim/ctl/syntax"
	"brim/engine/gmc"
	"brim/internal/randnet"
)

func model(t *testing.T, text string) (*gmc.Net, error) {
	t.Helper()
	net, err := randnet.ParseText("net", text)
	if err != nil {
		t.Fatal(err)
	}
	return gmc.NewNet(net)
}

func TestErrors(t *testing.T) {
	if _, err := model(t, "p a 2\nt t pre: a 1 post: inh:"); err == nil || !strings.Contains(err.Error(), "place a has 2 tokens") {
		t.Errorf("a net that is not safe: %v", err)
	}
	n, err := model(t, "p a 1\nt t pre: a 1 post: inh:")
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
	n, err := model(t, "p a 1\np b 0\nt t pre: a 1 post: a 1 b 1 inh:")
	if err != nil {
		t.Fatal(err)
	}
	p := syntax.NewPool()
	g, err := n.Goal(p.Deadlock())
	if err != nil {
		t.Fatal(err)
	}
	r, err := n.Fixpoint(context.Background(), g)
	if err != nil || r.Found || r.Complete || r.States.Int64() != 2 {
		t.Errorf("found %v, complete %v, %v markings, error %v; want 2, not complete", r.Found, r.Complete, r.States, err)
	}
}

// The seed determines the result. A context that has ended ends a search and leaves the model as it was.
func TestSeedAndContext(t *testing.T) {
	m := newMotor(t)
	g, err := m.Goal(100)
	if err != nil {
		t.Fatal(err)
	}
	o := gmc.Options{Length: 10, Seed: 5}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := m.Search(ended, g, o); err != nil || r.Stopped == nil || r.States != nil {
		t.Errorf("ended: %+v, %v", r, err)
	}
	if r, err := m.Fixpoint(ended, g); err != nil || r.Stopped == nil || r.Found || r.Complete {
		t.Errorf("ended: %+v, %v", r, err)
	}
	one, err := m.Search(context.Background(), g, o)
	if err != nil {
		t.Fatal(err)
	}
	two, err := m.Search(context.Background(), g, o)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(one, two) {
		t.Errorf("two results of one seed: %+v and %+v", one, two)
	}
}
