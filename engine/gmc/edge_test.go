package gmc

import (
	"context"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/circuit"
	"brim/petri"
	"brim/petri/structure"
)

// A circuit without latches, and a net without places, have one state.
func TestNothing(t *testing.T) {
	ctx, pool := context.Background(), syntax.NewPool()
	c := &circuit.Circuit{Name: "wire", Inputs: []string{"in"}, Bad: []circuit.Signal{{Name: "bad", Lit: 2}}}
	x, err := NewCircuit(c)
	if err != nil {
		t.Fatal(err)
	}
	f, err := pool.Parse("bad = 1", "goal", c.Names())
	if err != nil {
		t.Fatal(err)
	}
	g, err := x.Goal(f)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := x.Fixpoint(ctx, g, 0); err != nil || r.Path == nil || r.Steps != 0 || !r.Path.Trace.Inputs[0][0] {
		t.Errorf("wire: %+v, error %v", r, err)
	}
	if r, err := x.Search(ctx, g, Options{}); err != nil || r.Path == nil {
		t.Errorf("wire: %+v, error %v", r, err)
	}
	n, err := NewNet(structure.NewProfile(&petri.Net{Name: "nothing"}), 0)
	if err != nil {
		t.Fatal(err)
	}
	if g, err = n.Goal(pool.Deadlock()); err != nil {
		t.Fatal(err)
	}
	if r, err := n.Fixpoint(ctx, g, 0); err != nil || r.Path == nil || r.Steps != 0 {
		t.Errorf("no places: %+v, error %v", r, err)
	}
	if r, err := n.Lasso(ctx, g, Options{Finite: true}); err != nil || r.Path == nil || r.Path.Loop != engine.NoLoop {
		t.Errorf("no places: %+v, error %v", r, err)
	}
}
