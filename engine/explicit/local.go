package explicit

import (
	"context"
	"fmt"
	"math/rand/v2"

	"brim/ctl/syntax"
	"brim/engine/kripke"
	"brim/internal/watch"
)

// This file decides a formula of CTL depth-first, in the states that the answer depends on alone.

const chosenBytes = 48 // of an entry of a map, about

// Local decides a formula in the initial states and looks at no more states than that takes: it searches for the path
// that E(f U g) or EG f asks for, and in each state on the way decides the operands in the same manner
// (local model checking, [VL93]). Where the path is there, a few states may do of a space of any size; where it is
// not, all states in which the operand holds are looked at.
//
// What was found of an operator in a state is kept. Of E(f U g): the states of a path that was found have it, and none
// of those of a search that found nothing. Of EG f: the states of a path that was found have it, and a state has it
// not once all that follow are left, since a path back to them would be a loop.
type Local struct {
	structure kripke.Structure
	paths     syntax.Paths
	limits    kripke.Limits
	rng       *rand.Rand
	breadth   bool // E(f U g) is searched breadth-first

	table *kripke.Table
	atoms map[*syntax.Formula]kripke.Predicate // formulas without path operators
	known map[*syntax.Formula][]mark           // of path operators, by state
	out   kripke.Successors
	rest  int // expansions until the next look at the limits, fewer where states are long or have many successors

	chosen map[*syntax.Formula]map[int]int // if it is wanted: of E(f U g) that holds in a state, the next on a path
	held   watch.Holding
}

// A mark is what is known of a formula in a state.
type mark uint8

const (
	open  mark = iota // nothing
	holds             // it holds there
	fails             // it fails there
	here              // the search has been there
)

// NewLocal returns a search of s within limits of states and memory. With a seed that is not 0 it takes successors in
// random order, and with an odd one it looks for E(f U g) breadth-first.
func NewLocal(s kripke.Structure, paths syntax.Paths, limits kripke.Limits, seed uint64) *Local {
	l := &Local{structure: s, paths: paths, limits: limits, breadth: seed%2 == 1, table: kripke.NewTable(s.Words())}
	l.atoms, l.known = map[*syntax.Formula]kripke.Predicate{}, map[*syntax.Formula][]mark{}
	if seed != 0 {
		l.rng = rand.New(rand.NewPCG(seed, 1))
	}
	return l
}

// Holds reports whether f holds in all initial states. The error is the limit or the end of ctx, or says that a state
// cannot be packed, or what of f has no meaning. While it works, the memory is charged to the account of ctx.
func (l *Local) Holds(ctx context.Context, f *syntax.Formula) (bool, error) {
	l.held.Move(ctx)
	defer l.held.Set(0)
	f = syntax.Existential(syntax.Simplify(f, l.paths))
	for _, s := range l.structure.Initial() {
		n, _ := l.table.Add(s)
		if is, err := l.holds(ctx, f, n); err != nil || !is {
			return false, err
		}
	}
	return true, nil
}

// holds decides f, in existential form, in state s only, by recursion on the operators. Of a conjunction or disjunction
// it asks the operands without path operators first. Answers are kept by formula and state.
func (l *Local) holds(ctx context.Context, f *syntax.Formula, s int) (is bool, err error) {
	if !f.Temporal() {
		atom := l.atoms[f]
		if atom == nil {
			if atom, err = l.structure.Predicate(f); err != nil {
				return false, err
			}
			l.atoms[f] = atom
		}
		return atom(l.table.State(s)), nil
	}
	switch f.Op {
	case syntax.Not:
		is, err = l.holds(ctx, f.Args[0], s)
		return !is, err
	case syntax.And, syntax.Or:
		for _, temporal := range []bool{false, true} { // what costs less comes first
			for _, g := range f.Args {
				if g.Temporal() != temporal {
					continue
				}
				if is, err = l.holds(ctx, g, s); err != nil || is == (f.Op == syntax.Or) {
					return is, err
				}
			}
		}
		return is, nil
	}
	if m := l.mark(f, s); *m == holds || *m == fails {
		return *m == holds, nil
	}
	switch f.Op {
	case syntax.EX:
		is, err = l.before(ctx, f, s)
	case syntax.EU:
		is, err = l.until(ctx, f, s)
	case syntax.EG:
		is, err = l.always(ctx, f, s)
	default:
		panic(fmt.Sprintf("explicit: operator %v in existential form", f.Op))
	}
	if err != nil {
		return false, err
	}
	*l.mark(f, s) = fails
	if is {
		*l.mark(f, s) = holds
	}
	return is, nil
}

// mark returns where it is kept what is known of f in s.
func (l *Local) mark(f *syntax.Formula, s int) *mark {
	list := l.known[f]
	if s >= len(list) {
		list = append(list, make([]mark, s+1-len(list)+len(list)/4)...)
		l.known[f] = list
	}
	return &list[s]
}

// expand appends the numbers of the successors of s to list.
func (l *Local) expand(ctx context.Context, s int, list []uint32) ([]uint32, error) {
	if l.rest -= 1 + l.out.Len()*l.structure.Words()/kripke.StepWords; l.rest <= 0 {
		l.rest = 1024
		if err := l.limit(ctx); err != nil {
			return nil, err
		}
	}
	if err := l.structure.Successors(l.table.State(s), &l.out); err != nil {
		return nil, err
	}
	from := len(list)
	for i := range l.out.Len() {
		if l.table.Full() {
			return nil, &kripke.LimitError{Kind: "state", Max: int64(l.table.Len())}
		}
		n, _ := l.table.Add(l.out.State(i))
		list = append(list, uint32(n))
	}
	if l.rng != nil {
		l.rng.Shuffle(len(list)-from, func(i, j int) { list[from+i], list[from+j] = list[from+j], list[from+i] })
	}
	return list, nil
}

// limit returns the limit that has been reached, nil if none has.
func (l *Local) limit(ctx context.Context) error {
	if most := l.limits.States; most > 0 && l.table.Len() > most {
		return &kripke.LimitError{Kind: "state", Max: int64(most)}
	}
	bytes := l.table.Ahead()
	for _, list := range l.known {
		bytes += int64(cap(list))
	}
	for _, next := range l.chosen {
		bytes += int64(len(next)) * chosenBytes
	}
	l.held.Set(bytes)
	if most := l.limits.Memory; most > 0 && bytes > most {
		return &kripke.LimitError{Kind: "memory", Max: most}
	}
	return ctx.Err()
}

// before decides EX.
func (l *Local) before(ctx context.Context, f *syntax.Formula, s int) (bool, error) {
	list, err := l.expand(ctx, s, nil)
	for _, to := range list {
		if is, err := l.holds(ctx, f.Args[0], int(to)); err != nil || is {
			return is, err
		}
	}
	return false, err
}

// A frame is a state on a path, and which of the numbers in next are those of the successors that are left.
type frame struct {
	state, from int
}

// enter finds out what is known of f, an EU, in s without a step: holds, fails, or else here, if a search has to go on
// from there. new tells that it is not yet there.
func (l *Local) enter(ctx context.Context, f *syntax.Formula, s int) (m mark, new bool, err error) {
	if m = *l.mark(f, s); m != open {
		return m, false, nil
	}
	is, err := l.holds(ctx, f.Args[1], s)
	if m = holds; err == nil && !is {
		is, err = l.holds(ctx, f.Args[0], s)
		if m = here; !is {
			m = fails
		}
	}
	if err != nil {
		return open, false, err
	}
	*l.mark(f, s) = m
	return m, true, nil
}

// search goes depth-first from s along successors. enter tells what is found in a state, and whether to go on from
// there; a state without successors is a find if dead is true. leave is called where all that follows is left. What it
// returns is the path to the find, with it, or nothing.
func (l *Local) search(ctx context.Context, s int, dead bool, enter func(int) (found, on bool, err error),
	leave func(int)) (path []frame, found bool, err error) {
	var next []uint32 // of all states on the path
	visit := func(s int) (err error) {
		var on bool
		if found, on, err = enter(s); err != nil || !on {
			if found {
				path = append(path, frame{s, len(next)})
			}
			return err
		}
		path = append(path, frame{s, len(next)})
		before := len(next)
		next, err = l.expand(ctx, s, next)
		found = err == nil && len(next) == before && dead
		return err
	}
	for err = visit(s); err == nil && !found && len(path) > 0; {
		top := path[len(path)-1]
		if len(next) == top.from {
			leave(top.state)
			path = path[:len(path)-1]
			continue
		}
		to := next[len(next)-1]
		next = next[:len(next)-1]
		err = visit(int(to))
	}
	return path, found, err
}

// until decides E(inside U goal), depth-first.
func (l *Local) until(ctx context.Context, f *syntax.Formula, s int) (bool, error) {
	if l.breadth {
		return l.untilNear(ctx, f, s)
	}
	var visited []int // here
	path, found, err := l.search(ctx, s, false, func(s int) (found, on bool, err error) {
		m, new, err := l.enter(ctx, f, s)
		if on = err == nil && m == here && new; on {
			visited = append(visited, s)
		}
		return m == holds, on, err
	}, func(int) {})
	l.settle(f, visited, found || err != nil)
	if found {
		for i, x := range path {
			*l.mark(f, x.state) = holds
			if i > 0 {
				l.choose(f, path[i-1].state, x.state)
			}
		}
	}
	return found, err
}

// choose notes that a path for f, an EU, goes from one state to another.
func (l *Local) choose(f *syntax.Formula, from, to int) {
	if l.chosen == nil {
		return
	}
	if l.chosen[f] == nil {
		l.chosen[f] = map[int]int{}
	}
	l.chosen[f][from] = to
}

// untilNear is until, breadth-first: it finds goals that are near.
func (l *Local) untilNear(ctx context.Context, f *syntax.Formula, s int) (found bool, err error) {
	var visited, before []int // here, and the position of the state before in visited
	var next []uint32
	enter := func(s, from int) error {
		m, new, err := l.enter(ctx, f, s)
		if found = m == holds; err == nil && m == here && new {
			visited, before = append(visited, s), append(before, from)
		}
		return err
	}
	at, find := 0, s
	for err = enter(s, -1); err == nil && !found && at < len(visited); at++ {
		if next, err = l.expand(ctx, visited[at], next[:0]); err != nil {
			break
		}
		for _, to := range next {
			find = int(to)
			if err = enter(find, at); err != nil || found {
				break
			}
		}
	}
	l.settle(f, visited, found || err != nil)
	if found {
		for i := at - 1; i >= 0; i = before[i] {
			*l.mark(f, visited[i]) = holds
			l.choose(f, visited[i], find)
			find = visited[i]
		}
	}
	return found, err
}

// settle marks the states that a search has visited: if it did not end, nothing is known of them, else f fails there.
func (l *Local) settle(f *syntax.Formula, visited []int, ended bool) {
	m := fails
	if ended {
		m = open
	}
	for _, s := range visited {
		*l.mark(f, s) = m
	}
}

// always decides EG.
func (l *Local) always(ctx context.Context, f *syntax.Formula, s int) (bool, error) {
	path, found, err := l.search(ctx, s, l.paths == syntax.Maximal, func(s int) (found, on bool, err error) {
		if m := *l.mark(f, s); m != open {
			return m != fails, false, nil // here is a loop
		}
		is, err := l.holds(ctx, f.Args[0], s)
		if err != nil {
			return false, false, err
		}
		m := fails
		if is {
			m = here
		}
		*l.mark(f, s) = m
		return false, is, nil
	}, func(s int) { *l.mark(f, s) = fails })
	for _, x := range path {
		m := l.mark(f, x.state)
		if *m = open; found {
			*m = holds
		}
	}
	return found, err
}
