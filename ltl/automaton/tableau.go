package automaton

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"brim/ctl/syntax"
)

// The translation of a path formula to an automaton, by a tableau [Cou99].

// A tableau translates a path formula [Cou99]. A state is a set of formulas, its obligations, all of which have to hold
// for the rest of the run. Together they are equal to a disjunction of terms, each of which is an arc: a cube that
// holds now, obligations from the next position on, and the promises that are put off: the right sides of until and the
// operands of F that have to hold some time and do not hold yet. There is a mark for each of these, on the arcs that do
// not put it off: a run that sees all marks again and again puts no promise off for ever.
//
// Sets with the same terms are one state.
type tableau struct {
	ctx    context.Context
	limits Limits
	words  *vocabulary

	duties   map[*syntax.Formula]int // numbers of formulas that can be obligations
	dutyList []*syntax.Formula
	none     set
	promises map[*syntax.Formula]int // numbers of marks
	terms    map[*syntax.Formula][]term

	states  []State
	bySet   map[string]int // states by their obligations
	byTerms map[string]int // and by what they ask for
	arcs    int
	todo    []pending
}

// A term is one way to satisfy formulas.
type term struct {
	cube   Cube
	next   set
	putOff uint64
}

// A pending state has its terms, but no arcs yet.
type pending struct {
	state int
	terms []term
}

// translate returns the automaton of a path formula in the form of NNF, without any reduction.
func translate(ctx context.Context, path *syntax.Formula, words *vocabulary, limits Limits) (*Automaton, error) {
	t := &tableau{ctx: ctx, limits: limits, words: words, duties: map[*syntax.Formula]int{},
		promises: map[*syntax.Formula]int{},
		terms:    map[*syntax.Formula][]term{}, bySet: map[string]int{}, byTerms: map[string]int{}}
	t.number(path)
	t.none = newSet(len(t.dutyList))
	if len(t.promises) > MostMarks {
		return nil, &LimitError{"marks", MostMarks}
	}
	if _, err := t.state(t.obliged(path)); err != nil {
		return nil, err
	}
	for len(t.todo) > 0 {
		next := t.todo[0]
		t.todo = t.todo[1:]
		if err := t.fill(next); err != nil {
			return nil, err
		}
	}
	return &Automaton{Props: words.props, States: t.states, Marks: len(t.promises)}, nil
}

// number gives numbers to promises and to the formulas that can be an obligation: path itself, the operands of X, and
// the operators that can have to hold at the next position, too.
func (t *tableau) number(path *syntax.Formula) {
	duty := func(f *syntax.Formula) {
		for _, g := range conjuncts(f) {
			if _, ok := t.duties[g]; !ok && g.Op != syntax.True {
				t.duties[g] = len(t.dutyList)
				t.dutyList = append(t.dutyList, g)
			}
		}
	}
	duty(path)
	for f := range path.All() {
		switch f.Op {
		case syntax.X:
			duty(f.Args[0])
		case syntax.F, syntax.U:
			g := f.Args[len(f.Args)-1]
			if _, ok := t.promises[g]; !ok {
				t.promises[g] = len(t.promises)
			}
			duty(f)
		case syntax.G, syntax.R, syntax.W:
			duty(f)
		}
	}
}

// conjuncts returns the operands of a conjunction, or f alone.
func conjuncts(f *syntax.Formula) []*syntax.Formula {
	if f.Op == syntax.And {
		return operands(f)
	}
	return []*syntax.Formula{f}
}

// obliged returns the obligations that are f.
func (t *tableau) obliged(f *syntax.Formula) set {
	d := slices.Clone(t.none)
	for _, g := range conjuncts(f) {
		if i, ok := t.duties[g]; ok {
			d.add(i)
		}
	}
	return d
}

// needed returns the obligations without f where G f is one, as the terms are the same.
func (t *tableau) needed(d set) set {
	kept := slices.Clone(d)
	for i := range d.all() {
		if f := t.dutyList[i]; f.Op == syntax.G {
			for j, w := range t.obliged(f.Args[0]) {
				kept[j] &^= w
			}
		}
	}
	return kept
}

// state returns the number of the state with the given obligations.
func (t *tableau) state(d set) (int, error) {
	d = t.needed(d)
	key := string(d.key(nil))
	if s, ok := t.bySet[key]; ok {
		return s, nil
	}
	terms := []term{{next: t.none}}
	for i := range d.all() {
		more, err := t.expand(t.dutyList[i])
		if err != nil {
			return 0, err
		}
		if terms, err = t.both(terms, more); err != nil {
			return 0, err
		}
	}
	var text []byte
	for _, m := range terms {
		text = binary.LittleEndian.AppendUint64(text, m.cube.True)
		text = binary.LittleEndian.AppendUint64(text, m.cube.False)
		text = binary.LittleEndian.AppendUint64(text, m.putOff)
		text = m.next.key(text)
	}
	s, ok := t.byTerms[string(text)]
	if !ok {
		s = len(t.states)
		if s == t.limits.States {
			return 0, &LimitError{"states", t.limits.States}
		}
		if t.arcs += len(terms); t.arcs > t.limits.Arcs {
			return 0, &LimitError{"arcs", t.limits.Arcs}
		}
		t.states = append(t.states, State{})
		t.byTerms[string(text)] = s
		t.todo = append(t.todo, pending{s, terms})
	}
	t.bySet[key] = s
	return s, nil
}

// fill gives a state its arcs.
func (t *tableau) fill(p pending) error {
	all := (&Automaton{Marks: len(t.promises)}).All()
	arcs := make([]Arc, 0, len(p.terms))
	for _, m := range p.terms {
		to, err := t.state(m.next)
		if err != nil {
			return err
		}
		arcs = append(arcs, Arc{Guard{m.cube}, to, all &^ m.putOff})
	}
	t.states[p.state].Arcs = arcs
	return t.ctx.Err()
}

// expand returns the terms of a formula.
func (t *tableau) expand(f *syntax.Formula) ([]term, error) {
	if terms, ok := t.terms[f]; ok {
		return terms, nil
	}
	terms, err := t.expansion(f)
	if err == nil {
		t.terms[f] = terms
	}
	return terms, err
}

// expansion is expand for a formula that it has not seen, by the expansion laws: f U g = g | f & X (f U g), and so on.
func (t *tableau) expansion(f *syntax.Formula) ([]term, error) {
	if !f.Temporal() {
		var terms []term
		for _, c := range t.words.expand(t.words.push(f, false)) {
			terms = append(terms, term{cube: c, next: t.none})
		}
		return t.least(terms)
	}
	if f.Op == syntax.X {
		return []term{{next: t.obliged(f.Args[0])}}, nil
	}
	args := operands(f)
	parts := make([][]term, len(args))
	for i, g := range args {
		var err error
		if parts[i], err = t.expand(g); err != nil {
			return nil, err
		}
	}
	later := []term{{next: t.obliged(f)}}
	first, last := parts[0], parts[len(parts)-1]
	switch f.Op {
	case syntax.And, syntax.Or:
		join := t.both
		if f.Op == syntax.Or {
			join = t.either
		}
		var err error
		for _, part := range parts[1:] {
			if first, err = join(first, part); err != nil {
				return nil, err
			}
		}
		return first, nil
	case syntax.G:
		return t.both(first, later)
	case syntax.F, syntax.U:
		later[0].putOff = 1 << t.promises[f.Args[len(f.Args)-1]]
		if f.Op == syntax.F {
			return t.either(first, later)
		}
		fallthrough
	case syntax.W:
		on, err := t.both(first, later)
		if err != nil {
			return nil, err
		}
		return t.either(last, on)
	case syntax.R:
		end, err := t.either(first, later)
		if err != nil {
			return nil, err
		}
		return t.both(last, end)
	}
	panic("automaton: " + f.Op.String() + " in the path formula")
}

// mostTerms bounds terms, since each is compared with each.
func (t *tableau) mostTerms() int { return min(t.limits.Arcs, 1<<13) }

// both returns the terms of the conjunction of two formulas.
func (t *tableau) both(a, b []term) ([]term, error) {
	var terms []term
	for _, m := range a {
		if len(terms) > t.mostTerms() {
			break
		}
		for _, n := range b {
			if cube, ok := m.cube.and(n.cube); ok {
				terms = append(terms, term{cube, slices.Clone(m.next).with(n.next), m.putOff | n.putOff})
			}
		}
	}
	return t.least(terms)
}

// either returns the terms of the disjunction of two formulas.
func (t *tableau) either(a, b []term) ([]term, error) { return t.least(slices.Concat(a, b)) }

// least returns the terms, sorted, without those that are implied by another one. It takes them over.
func (t *tableau) least(terms []term) ([]term, error) {
	if len(terms) > t.mostTerms() {
		return nil, &LimitError{"arcs", t.mostTerms()}
	}
	// One that asks for less comes first.
	slices.SortFunc(terms, func(m, n term) int {
		return cmp.Or(compareCubes(m.cube, n.cube), cmp.Compare(m.putOff, n.putOff), slices.Compare(m.next, n.next))
	})
	kept := terms[:0]
	for i, m := range terms {
		if i%256 == 0 && t.ctx.Err() != nil {
			return nil, t.ctx.Err()
		}
		less := func(n term) bool {
			return m.cube.within(n.cube) && n.putOff&^m.putOff == 0 && n.next.within(m.next)
		}
		if !slices.ContainsFunc(kept, less) {
			kept = append(kept, m)
		}
	}
	return kept, nil
}
