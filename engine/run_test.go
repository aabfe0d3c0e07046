package engine_test

import (
	"strings"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
)

// TestCheckRun checks runs of the machine against path formulas, by hand: right ones, and each way of being wrong.
func TestCheckRun(t *testing.T) {
	net := mustNet(t, machine)
	read := parser(t, net)
	p, q, r, d := read("p = 1"), read("q = 1"), read("r = 1"), read("d = 1")
	pool := p.Pool()
	of := func(op syntax.Op, args ...*syntax.Formula) *syntax.Formula { return pool.Make(op, args...) }
	round, end, stay := []int{pq, qr, rp}, []int{pq, idle, qd}, []int{pq, idle}
	for _, c := range []struct {
		path  *syntax.Formula
		steps []int
		loop  int
		paths syntax.Paths
		want  string // of the error; "" for none
	}{
		{of(syntax.G, of(syntax.F, p)), round, 0, syntax.Infinite, ""},
		{of(syntax.G, of(syntax.F, d)), round, 0, syntax.Infinite, "does not satisfy"},
		{of(syntax.X, of(syntax.G, q)), stay, 1, syntax.Infinite, ""},
		{of(syntax.X, of(syntax.X, of(syntax.X, p))), round, 0, syntax.Infinite, ""},
		{of(syntax.U, of(syntax.Not, d), r), round, 0, syntax.Infinite, ""},
		{of(syntax.U, p, r), round, 0, syntax.Infinite, "does not satisfy"},
		{of(syntax.F, of(syntax.G, d)), end, engine.NoLoop, syntax.Maximal, ""},
		{of(syntax.F, pool.And(d, of(syntax.X, d))), end, engine.NoLoop, syntax.Maximal, ""}, // it repeats
		{of(syntax.F, pool.And(pool.Deadlock(), of(syntax.X, d))), end, engine.NoLoop, syntax.Maximal, ""},
		{of(syntax.F, d), end, engine.NoLoop, syntax.Infinite, "expected a loop"},
		{of(syntax.F, q), stay, engine.NoLoop, syntax.Maximal, "is enabled"},
		{of(syntax.F, q), []int{pq, qr}, 0, syntax.Maximal, "does not close"},
		{of(syntax.F, q), []int{qr}, engine.NoLoop, syntax.Maximal, "not enabled"},
		{of(syntax.F, q), round, 3, syntax.Infinite, "a loop to position 3"},
		{of(syntax.EF, q), round, 0, syntax.Infinite, "EF inside of a path formula"},
	} {
		w := &engine.Witness{Formula: of(syntax.E, c.path), Start: net.Initial(), Steps: c.steps, Loop: c.loop}
		err := w.Check(net, c.paths)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v of %v, loop %d, paths %v: got %v, expected %q", c.path, c.steps, c.loop, c.paths, err, c.want)
		}
	}
	branched := &engine.Witness{Formula: of(syntax.E, of(syntax.F, q)), Start: net.Initial(), Steps: round, Loop: 0,
		Cut: true}
	if branched.Check(net, syntax.Maximal) == nil {
		t.Error("a run of which something is left out is accepted")
	}
	claim := &engine.Witness{Formula: of(syntax.A, of(syntax.F, q)), Start: net.Initial(), Loop: engine.NoLoop}
	if err := claim.Check(net, syntax.Maximal); err != nil || !engine.Claimed(claim.Formula) {
		t.Errorf("a claim of all runs: %v", err)
	}
}

// TestShownOfRuns checks what a run shows of a question.
func TestShownOfRuns(t *testing.T) {
	read := parser(t, mustNet(t, machine))
	p := read("p = 1")
	pool := p.Pool()
	all, some := pool.Make(syntax.A, pool.Make(syntax.F, p)), pool.Make(syntax.E, pool.Make(syntax.F, p))
	never := pool.Make(syntax.G, read("p != 1"))
	for _, c := range []struct {
		f      *syntax.Formula
		r      engine.Result
		want   *syntax.Formula
		claims bool
	}{
		{all, engine.Fails, pool.Make(syntax.E, never), false},
		{all, engine.Holds, all, true},
		{some, engine.Holds, some, false},
		{some, engine.Fails, pool.Make(syntax.A, never), true},
	} {
		if got := engine.Shown(c.f, c.r); got != c.want || engine.Claimed(got) != c.claims {
			t.Errorf("%v of %v: got %v, expected %v", c.r, c.f.Op, got, c.want)
		}
	}
}
