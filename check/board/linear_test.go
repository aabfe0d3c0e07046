package board_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"brim/check"
	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/explicit"
	"brim/check/technique/initial"
	"brim/check/technique/invariants"
	"brim/check/technique/product"
	"brim/check/technique/symbolic"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
)

// runner is a technique of LTL that a test makes.
type runner struct {
	name string
	run  func(*board.Turn, *model.Question)
}

func (r runner) Name() string       { return r.name }
func (runner) Traits() board.Traits { return board.Traits{Linear: true} }

func (r runner) Takes(_ *model.Model, q *model.Question) error {
	if q.LTL == nil {
		return errors.New("it takes questions of LTL")
	}
	return nil
}

func (r runner) Run(_ context.Context, t *board.Turn) error {
	for _, q := range t.Open() {
		r.run(t, q)
	}
	return nil
}

// linearOf returns A or E of a path formula over a net as a question.
func linearOf(op syntax.Op, path *syntax.Formula, paths syntax.Paths) *model.Question {
	return &model.Question{LTL: path.Pool().Make(op, path), Paths: paths, Trace: true}
}

// A run is an answer only if it can be replayed, goes on for ever and has a word that decides the question.
func TestRunsAreReplayed(t *testing.T) {
	net, err := randnet.ParseText("net",
		"p p 1\np q 0\np r 0\nt pq pre: p 1 post: q 1\nt qp pre: q 1 post: p 1\nt qr pre: q 1 post: r 1\n")
	if err != nil {
		t.Fatal(err)
	}
	m, pool := model.OfNet(net), syntax.NewPool()
	r, err := pool.Compare(syntax.Tokens(syntax.Ref{Index: 2, Name: "r"}), syntax.Equal, syntax.Constant(1))
	if err != nil {
		t.Fatal(err)
	}
	never := pool.Make(syntax.G, pool.Not(r))
	const pq, qp, qr = 0, 1, 2
	for _, c := range []struct {
		op    syntax.Op
		path  *syntax.Formula
		paths syntax.Paths
		steps []int
		loop  int
		want  model.Result // Unknown is a fault
	}{
		{syntax.A, never, model.Maximal, []int{pq, qr}, model.NoLoop, model.Fails},
		{syntax.A, never, model.Infinite, []int{pq, qr}, model.NoLoop, model.Unknown},
		{syntax.A, never, model.Maximal, []int{pq, qp}, 0, model.Unknown},
		{syntax.E, never, model.Infinite, []int{pq, qp}, 0, model.Holds},
		{syntax.E, never, model.Maximal, []int{pq}, model.NoLoop, model.Unknown},
		{syntax.E, never, model.Maximal, []int{qr}, model.NoLoop, model.Unknown},
		{syntax.E, never, model.Maximal, []int{pq, qp, pq}, 0, model.Unknown},
	} {
		one := runner{"one", func(t *board.Turn,
			q *model.Question) {
			t.Answer(q, model.RanSteps(q, t.Net(), c.steps, c.loop))
		}}
		a, err := check.Decide(t.Context(), m, linearOf(c.op, c.path, c.paths),
			board.Options{Techniques: []board.Technique{one}})
		var fault *board.Fault
		if c.want == model.Unknown && !errors.As(err, &fault) || c.want != model.Unknown &&
			(err != nil || a.Result != c.want || a.Witness == nil) {
			t.Errorf("%v %v, paths %v, steps %v, loop %d: %v, %v, want %v", c.op, c.path, c.paths, c.steps, c.loop,
				a.Result, err, c.want)
		}
	}
	found := runner{"found", func(t *board.Turn, q *model.Question) {
		t.Answer(q, model.RanSteps(q, t.Net(), []int{pq, qr}, model.NoLoop))
	}}
	none := runner{"none", func(t *board.Turn, q *model.Question) { t.Answer(q, model.NoRun(q)) }}
	_, err = check.Decide(t.Context(), m, linearOf(syntax.A, never, model.Maximal),
		board.Options{Techniques: []board.Technique{found, none}, All: true})
	if fault := (*board.Fault)(nil); !errors.As(err, &fault) {
		t.Errorf("a run beside none: %v, want a fault", err)
	}
}

// What invariants and the initial marking say of questions about runs: simpler ones have the same answers.
func TestSimplerRunsAgree(t *testing.T) {
	simpler, decided := 0, 0
	for i := range 400 {
		rng := rand.New(rand.NewPCG(17, uint64(i)))
		net := randnet.Generate(rng, randnet.Config{})
		space, err := oracle.Explore(net, 500)
		if err != nil {
			continue // it is larger
		}
		pool := syntax.NewPool()
		path := randformula.Path(rng, net, rng.IntN(5), true, pool)
		q := linearOf([]syntax.Op{syntax.A, syntax.E}[rng.IntN(2)], path,
			[]model.Paths{model.Maximal, model.Infinite}[rng.IntN(2)])
		want := space.Sat(q.LTL, q.Paths)[0]
		last := runner{"last", func(turn *board.Turn, q *model.Question) {
			f := turn.Goal(q).Question
			if got := space.Sat(f, q.Paths)[0]; got != want {
				t.Errorf("net %d, %v, paths %v: %v, but %v of the simpler %v", i, q.LTL, q.Paths, want, got, f)
			}
			if f != turn.Pool().Copy(q.LTL) {
				simpler++
			}
		}}
		a, err := check.Decide(t.Context(), model.OfNet(net), q,
			board.Options{Techniques: []board.Technique{initial.Technique{}, invariants.Technique{}, last}})
		if err != nil || a.Result != model.Unknown && a.Result != engine.Decided(want) {
			t.Errorf("net %d, %v, paths %v: %v, %v, want %v", i, q.LTL, q.Paths, a.Result, err, want)
		}
		if a != nil && a.Result != model.Unknown {
			decided++
		}
	}
	if simpler == 0 || decided == 0 {
		t.Error(fmt.Sprint(simpler, " questions made simpler, ", decided, " decided"))
	}
	t.Log(simpler, "questions made simpler,", decided, "decided")
}

// Formulas of CTL answer questions of LTL as the oracle does, in both readings of dead markings, and their witnesses
// become runs.
func TestRunsByCTL(t *testing.T) {
	decided, shown, traced := 0, 0, 0
	for i := range 120 {
		rng := rand.New(rand.NewPCG(23, uint64(i)))
		net := randnet.Generate(rng, randnet.Config{})
		space, err := oracle.Explore(net, 300)
		if err != nil {
			continue // it is larger
		}
		path := randformula.Path(rng, net, 1+rng.IntN(3), true, syntax.NewPool())
		q := linearOf([]syntax.Op{syntax.A, syntax.E}[rng.IntN(2)], path,
			[]model.Paths{model.Maximal, model.Infinite}[rng.IntN(2)])
		want := engine.Decided(space.Sat(q.LTL, q.Paths)[0])
		// without techniques of LTL, and of those of CTL one that finds traces and one that finds none
		techniques := []board.Technique{symbolic.Technique{}, explicit.Technique{}}[i%2 : i%2+1]
		more, implied := board.Implied(t.Context(), model.OfNet(net), q, &board.Options{Techniques: techniques})
		if more == nil {
			t.Fatalf("net %d, %v: not one formula of CTL", i, q)
		}
		a, err := check.Decide(t.Context(), model.OfNet(net), more, board.Options{Techniques: techniques})
		if err != nil {
			t.Fatal(err)
		}
		up := implied(a)
		if up == nil {
			continue
		}
		if decided++; up.Result != want {
			t.Errorf("net %d, %v, paths %v: %v by %v, want %v", i, q, q.Paths, up.Result, more.Formula, want)
		}
		if model.WantsTrace(q.LTL, up.Result) {
			shown++
		}
		if up.Witness != nil {
			traced++
			if err := model.OfNet(net).CheckAnswer(q, up); err != nil {
				t.Errorf("net %d, %v, paths %v: %v", i, q, q.Paths, err)
			}
		}
	}
	t.Log(decided, "decided,", traced, "of", shown, "with a run")
	if decided < 60 || traced < 5 {
		t.Error("hardly anything is decided, or shown")
	}
}

// Runs of listed systems, by hand: two states that lead to each other, and a way to one without successors.
func TestRunsOfListedSystems(t *testing.T) {
	name := filepath.Join(t.TempDir(), "listed.aut")
	if err := os.WriteFile(name, []byte("des (0,3,3)\n(0,\"a\",1)\n(1,\"b\",0)\n(1,\"c\",2)\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		formula string
		paths   model.Paths
		want    model.Result
		run     bool
	}{
		{`A G F enabled("a")`, model.Maximal, model.Fails, true},
		{`A G F enabled("a")`, model.Infinite, model.Holds, false},
		{`E F G deadlock`, model.Maximal, model.Holds, true},
		{`E F G deadlock`, model.Infinite, model.Fails, false},
		{`A X X X X enabled("a")`, model.Maximal, model.Fails, true},
		{`A X X X X enabled("a")`, model.Infinite, model.Holds, false},
		{`E X X X enabled("a")`, model.Infinite, model.Fails, false},
	} {
		m, err := model.Load(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		q, err := m.Ask(c.formula, c.paths)
		if err != nil {
			t.Fatal(err)
		}
		a, err := check.Decide(t.Context(), m, q, board.Options{Techniques: []board.Technique{product.Technique{}}})
		if err != nil || a.Result != c.want || (a.Path != nil) != c.run {
			t.Errorf("%s, paths %v: %v, path %v, %v; want %v", c.formula, c.paths, a.Result, a.Path, err, c.want)
		}
	}
}

// A lasso becomes as short as it can be while its run stays the same.
func TestTighten(t *testing.T) {
	for _, c := range []struct {
		steps []int
		loop  int
		want  []int
		at    int
	}{
		{[]int{1, 2, 3, 2, 3}, 3, []int{1, 2, 3}, 1},
		{[]int{1, 2, 3, 1}, 1, []int{1, 2, 3}, 0},
		{[]int{5, 1, 2, 1, 2, 1, 2}, 1, []int{5, 1, 2}, 1},
		{[]int{2, 1, 2, 1, 2}, 1, []int{2, 1}, 0},
		{[]int{4, 4, 4}, 1, []int{4}, 0},
		{[]int{1, 2, 3}, 1, []int{1, 2, 3}, 1},
		{[]int{1, 2}, model.NoLoop, []int{1, 2}, model.NoLoop},
		{[]int{1, 2}, 2, []int{1, 2}, 2},
	} {
		w := &model.Witness{Steps: slices.Clone(c.steps), Loop: c.loop}
		if board.Shorten(w); !slices.Equal(w.Steps, c.want) || w.Loop != c.at {
			t.Errorf("%v, loop %d: %v, loop %d; want %v, loop %d", c.steps, c.loop, w.Steps, w.Loop, c.want, c.at)
		}
	}
}

// Operators are counted as often as they are used, in time that does not.
func TestOperatorsAreCounted(t *testing.T) {
	pool := syntax.NewPool()
	f := pool.Enabled(syntax.Ref{Index: 0, Name: "t"})
	for range 200 {
		f = pool.Make(syntax.EU, f, pool.Make(syntax.AX, f))
	}
	if n := board.Operators(f); n < 1<<60 || f.Size() > 1000 {
		t.Errorf("%v operators in %d formulas", n, f.Size())
	}
	if n := board.Operators(pool.And(pool.Deadlock(), pool.Not(pool.Deadlock()))); n != 4 {
		t.Errorf("%v operators, want 4", n)
	}
}
