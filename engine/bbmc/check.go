package bbmc

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"brim/ctl/mu"
	"brim/engine"
	"brim/engine/kripke"
)

// A Run is what one exploration found.
type Run struct {
	States, Levels      int
	Steps, Backs, Jumps int
	Sinks               int  // states without transitions in the part
	Made                int  // see Slice
	Closed              bool // so the answer is exact
	Cut                 bool // see Slice
	Found               bool // the formula holds in the slice
}

// A Result is what several runs found.
type Result struct {
	Runs []Run // in the order of their random numbers; those that did not end before Stopped are missing
	// Result is Holds if a run found a witness, Fails if a closed one found none.
	Result  engine.Result
	Stopped error    // the limit that ended the runs, nil if all ended
	Witness *Witness // of the first run that found one, if there is one and it was asked for
}

// Runs says how many explorations Check makes.
type Runs struct {
	Count   int
	Seed    uint64 // determines the random numbers of all runs
	Witness bool   // wanted
	First   bool   // the first run that finds a witness is the last one
}

// Attempts returns how many runs, none of which finds a witness, exclude with the given confidence that one does so
// with a probability of chance or more, the bound of Monte Carlo model checking [GS05]. Both are between 0 and 1.
func Attempts(chance, confidence float64) int {
	return max(1, int(math.Ceil(math.Log1p(-confidence)/math.Log1p(-chance))))
}

// Check explores so many parts of s, as many at a time as there are cores, and looks for a witness of the formula,
// which was bound to the labels of s, in each, and in what there is of it whenever it has grown much. The result
// depends on the seed and not on the number of cores, unless a limit ends the runs.
//
// The error is one of Explore but for limits, or one of s.Predicate.
func Check(ctx context.Context, s kripke.Structure, f *mu.Bound, o Options, r Runs) (*Result, error) {
	if r.Count < 1 {
		return nil, fmt.Errorf("%d runs; expected 1 at least", r.Count)
	}
	c := &campaign{s: s, formula: f, options: o, ctx: ctx}
	c.last.Store(int64(r.Count) - 1)
	master := rand.New(rand.NewPCG(r.Seed, 0))
	for range r.Count {
		c.seeds = append(c.seeds, [2]uint64{master.Uint64(), master.Uint64()})
	}
	c.ended, c.runs = make([]bool, r.Count), make([]Run, r.Count)
	if err := c.all(r.First); err != nil {
		return nil, err
	}
	c.seeds = c.seeds[:c.last.Load()+1]
	return c.result(r.Witness)
}

// A campaign is the runs of one Check.
type campaign struct {
	s       kripke.Structure
	formula *mu.Bound
	options Options
	ctx     context.Context
	seeds   [][2]uint64
	runs    []Run
	ended   []bool
	last    atomic.Int64 // the number of the last run that counts
	stopped error
}

// all makes the runs in parallel. If first is true, it makes only those up to the first run with a witness: runs begin
// in their order, so all runs before that one are made, too. An error of a run ends all others; limits and the end of
// ctx are no errors but are stored in c.stopped.
func (c *campaign) all(first bool) error {
	ctx, cancel := context.WithCancelCause(c.ctx)
	defer cancel(nil)
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(c.seeds)) {
		wait.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i > int(c.last.Load()) || ctx.Err() != nil {
					return
				}
				if _, _, err := c.run(ctx, i); err != nil {
					cancel(err)
					return
				}
				c.ended[i] = true
				for last := c.last.Load(); first && c.runs[i].Found && int64(i) < last; last = c.last.Load() {
					c.last.CompareAndSwap(last, int64(i))
				}
			}
		})
	}
	wait.Wait()
	err := context.Cause(ctx)
	var limit *kripke.LimitError
	switch {
	case err == nil:
	case c.ctx.Err() != nil:
		c.stopped = c.ctx.Err()
	case errors.As(err, &limit):
		c.stopped = err
	default:
		return err
	}
	return nil
}

// run makes a run and evaluates the formula.
func (c *campaign) run(ctx context.Context, i int) (*Slice, mu.Witness, error) {
	var w mu.Witness
	found := false
	look := func(x *Slice) (bool, error) {
		atoms, err := newAtoms(c.s, c.formula, x.Table)
		if err == nil {
			w, found, err = c.formula.Holds(ctx, x.Graph(), 0, atoms.holds)
		}
		return found, err
	}
	x, err := explore(ctx, c.s, c.options, rand.New(rand.NewPCG(c.seeds[i][0], c.seeds[i][1])), look)
	if err == nil && !x.Cut {
		_, err = look(x)
	}
	if err != nil {
		return nil, nil, err
	}
	c.runs[i] = Run{
		States: x.States(), Levels: len(x.Levels), Steps: x.Steps, Backs: x.Backs, Jumps: x.Jumps, Sinks: x.Sinks(),
		Made:   x.Made,
		Closed: x.Closed, Cut: x.Cut, Found: found,
	}
	return x, w, nil
}

// result combines the results of the runs that ended: the formula holds if a run found a witness, and fails if a run
// explored everything and found none. For a witness, it makes the first run with one again, since its states were not
// kept, and checks it.
func (c *campaign) result(witness bool) (*Result, error) {
	r := &Result{Stopped: c.stopped}
	first := -1
	for i := range c.seeds {
		if !c.ended[i] {
			continue
		}
		x := c.runs[i]
		r.Runs = append(r.Runs, x)
		if x.Found && first < 0 {
			first = i
		}
		if x.Closed && !x.Found {
			r.Result = engine.Fails
		}
	}
	if first < 0 {
		return r, nil
	}
	if r.Result == engine.Fails {
		return nil, errors.New("bbmc: a witness was found in a part, and none in the whole")
	}
	r.Result = engine.Holds
	if !witness {
		return r, nil
	}
	x, w, err := c.run(context.WithoutCancel(c.ctx), first)
	if err != nil {
		return nil, err
	}
	r.Witness = &Witness{Paths: w, Table: x.Table, Graph: x.Graph()}
	return r, r.Witness.Check(c.s, c.formula)
}

// atoms evaluates the state formulas of a formula in the states of a table, each at most once.
type atoms struct {
	table *kripke.Table
	list  []kripke.Predicate
	known [][]int8 // by atom and state: 0, or 1 for false and 2 for true
}

func newAtoms(s kripke.Structure, f *mu.Bound, t *kripke.Table) (*atoms, error) {
	a := &atoms{table: t}
	for _, g := range f.Atoms() {
		p, err := s.Predicate(g)
		if err != nil {
			return nil, err
		}
		a.list = append(a.list, p)
		a.known = append(a.known, slices.Repeat([]int8{0}, t.Len()))
	}
	return a, nil
}

func (a *atoms) holds(atom, state int) bool {
	k := &a.known[atom][state]
	if *k == 0 {
		*k = 1
		if a.list[atom](a.table.State(state)) {
			*k = 2
		}
	}
	return *k == 2
}
