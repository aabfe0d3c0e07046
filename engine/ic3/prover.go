package ic3

import (
	"container/heap"
	"context"
	"slices"

	"brim/internal/sat"
	"brim/internal/watch"
)

// A system is what is looked at: a circuit or a net.
type system interface {
	// load adds the clauses of the system, which use variables below variables().
	load(s *sat.Solver)
	variables() int
	// first returns the value that a bit has in all initial states; ok is false if there is none.
	first(bit int) (value, ok bool)
	// bad returns a cube of bad states, one of which is in the frame, or nil.
	bad(ctx context.Context, p *prover, level int) (*obligation, error)
	// into returns a cube of states that have a step into c, one of which is in the frame of the level and not in c. If
	// there is none it returns nil, and a part of c for which this is so, too.
	into(ctx context.Context, p *prover, c cube, level int) (*obligation, cube, error)
}

// Effort is what a proof or a search took.
type Effort struct {
	Frames, Lemmas int // at the end
	Obligations    int
	Questions      int64 // to the solver
	Conflicts      int64
}

// A prover has the frames.
//
// Invariant: levels[i] has the lemmas that are known to hold after i steps and not known to hold after i + 1; none is
// implied by another one of its level or above. switches[i] implies all lemmas of the levels i and above.
type prover struct {
	system
	solver   *sat.Solver
	levels   [][]lemma
	switches []sat.Lit
	useless  int  // clauses of the solver whose lemma moved or went
	clear    bool // see run
	activity []float64
	age      int
	effort   Effort
	before   int64 // questions and conflicts of solvers that were given up
	clashes  int64
	spare    []sat.Lit
	memory   watch.Holding
}

func newProver(x system) *prover {
	p := &prover{system: x, activity: make([]float64, x.variables()), clear: true}
	p.levels = make([][]lemma, 1)
	p.renew()
	return p
}

// mostUseless is how many clauses without use the solver may have before it is made anew.
const mostUseless = 2000

// renew makes the solver anew.
func (p *prover) renew() {
	if p.solver != nil {
		p.before += p.solver.Tally.Questions
		p.clashes += p.solver.Tally.Conflicts
	}
	p.solver = sat.New()
	p.solver.Grow(p.variables() - 1)
	p.load(p.solver)
	p.switches, p.useless = p.switches[:0], 0
	for i, list := range p.levels {
		p.addSwitch()
		for _, l := range list {
			p.spare = append(l.clause(p.spare[:0]), p.switches[i].Not())
			p.solver.Add(p.spare...)
		}
	}
}

// addSwitch adds the variable of the next frame. The first one means the initial states.
func (p *prover) addSwitch() {
	s := sat.Lit(2 * p.solver.Fresh())
	if n := len(p.switches); n > 0 {
		p.solver.Add(p.switches[n-1].Not(), s)
	} else {
		for v := range p.variables() {
			if value, ok := p.first(v); ok {
				p.solver.Add(s.Not(), literal(v, value))
			}
		}
	}
	p.switches = append(p.switches, s)
}

func literal(v int, value bool) sat.Lit {
	if value {
		return sat.Lit(2 * v)
	}
	return sat.Lit(2*v + 1)
}

// top is the highest level.
func (p *prover) top() int { return len(p.levels) - 1 }

// starts reports whether an initial state is in c.
func (p *prover) starts(c cube) bool {
	return !slices.ContainsFunc(c, p.excludes)
}

// excludes reports whether l is false in all initial states.
func (p *prover) excludes(l sat.Lit) bool {
	value, ok := p.first(l.Var())
	return ok && value == l.Negated()
}

// away returns core, with a literal of c if it had an initial state otherwise, as c has none.
func (p *prover) away(core, c cube) cube {
	if !p.starts(core) {
		return core
	}
	for _, l := range c {
		if p.excludes(l) {
			return core.with(l)
		}
	}
	return c
}

// run decides whether a bad state is reached: it returns the first obligation of a path, or the level whose lemmas and
// those above are an invariant. After the end of ctx it can be called again. The memory of the solver stays charged to
// the account of ctx.
func (p *prover) run(ctx context.Context) (path *obligation, level int, err error) {
	p.memory.Move(ctx)
	for {
		if p.clear { // no bad state is in the highest frame, and lemmas were pushed
			p.levels = append(p.levels, nil)
			p.addSwitch()
			p.clear = false
		}
		for {
			o, err := p.bad(ctx, p, p.top())
			if err != nil {
				return nil, 0, err
			}
			if o == nil {
				break
			}
			if p.starts(o.cube) {
				return o, 0, nil
			}
			o.level = p.top()
			if path, err := p.block(ctx, o); path != nil || err != nil {
				return path, 0, err
			}
		}
		if level, err := p.push(ctx); level > 0 || err != nil {
			return nil, level, err
		}
		p.clear = true
	}
}

// block shows that an obligation, with all that lead to it, is unreachable, or returns the first one of a path.
func (p *prover) block(ctx context.Context, o *obligation) (*obligation, error) {
	var q queue
	add := func(o *obligation, level int) {
		p.age++
		o.level, o.age = level, p.age
		heap.Push(&q, o)
	}
	add(o, o.level)
	for len(q) > 0 {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		p.memory.Set(p.solver.Bytes())
		o := heap.Pop(&q).(*obligation)
		p.effort.Obligations++
		level := p.held(o.cube, o.level)
		if level == 0 {
			before, core, err := p.into(ctx, p, o.cube, o.level-1)
			if err != nil {
				return nil, err
			}
			if before != nil {
				before.next = o
				if p.starts(before.cube) {
					return before, nil
				}
				add(o, o.level)
				add(before, o.level-1)
				continue
			}
			if level, err = p.learn(ctx, p.away(core, o.cube), o.level, 0); err != nil {
				return nil, err
			}
		}
		if level < p.top() {
			add(o, level+1)
		}
	}
	return nil, nil
}

// held returns the highest level, from the given one on, of a lemma that excludes c, 0 if there is none.
func (p *prover) held(c cube, level int) int {
	s := c.signature()
	for i := p.top(); i >= level; i-- {
		for _, l := range p.levels[i] {
			if l.signature&^s == 0 && l.within(c) {
				return i
			}
		}
	}
	return 0
}

// learn makes a lemma of c, into which no step leads from the frame below the level, at the highest level where that is
// so, which it returns.
func (p *prover) learn(ctx context.Context, c cube, level, depth int) (int, error) {
	c, err := p.generalise(ctx, c, level, depth)
	if err != nil {
		return 0, err
	}
	for level < p.top() {
		o, core, err := p.into(ctx, p, c, level)
		if err != nil {
			return 0, err
		}
		if o != nil {
			break
		}
		c = p.away(core, c)
		level++
	}
	p.add(c, level)
	return level, nil
}

// add adds the lemma that no state is in c.
func (p *prover) add(c cube, level int) {
	s := c.signature()
	for i := 1; i <= level; i++ {
		kept := p.levels[i][:0]
		for _, l := range p.levels[i] {
			if s&^l.signature != 0 || !c.within(l.cube) {
				kept = append(kept, l)
			}
		}
		p.useless += len(p.levels[i]) - len(kept)
		p.levels[i] = kept
	}
	p.levels[level] = append(p.levels[level], lemma{c, s})
	for _, l := range c {
		p.activity[l.Var()]++
	}
	p.spare = append(c.clause(p.spare[:0]), p.switches[level].Not())
	p.solver.Add(p.spare...)
	if p.useless > mostUseless {
		p.renew()
	}
}

// push moves lemmas to the highest level at which they hold. It returns a level whose lemmas and those above are an
// invariant, 0 if there is none.
func (p *prover) push(ctx context.Context) (int, error) {
	for i := range p.activity {
		p.activity[i] *= 0.9
	}
	for i := 1; i < p.top(); i++ {
		for _, l := range append([]lemma(nil), p.levels[i]...) {
			if !p.has(l, i) { // another one that moved implies it
				continue
			}
			o, core, err := p.into(ctx, p, l.cube, i)
			if err != nil {
				return 0, err
			}
			if o == nil {
				p.add(p.away(core, l.cube), i+1)
			}
		}
		if len(p.levels[i]) == 0 {
			return i + 1, nil
		}
	}
	return 0, nil
}

// has reports whether l is a lemma of a level.
func (p *prover) has(l lemma, level int) bool {
	return slices.ContainsFunc(p.levels[level], func(x lemma) bool {
		return x.signature == l.signature && len(x.cube) == len(l.cube) && x.within(l.cube)
	})
}

// invariant lists the cubes of the levels from one on.
func (p *prover) invariant(level int) (list []cube) {
	for _, lemmas := range p.levels[level:] {
		for _, l := range lemmas {
			list = append(list, l.cube)
		}
	}
	return list
}

// spent completes what the work took.
func (p *prover) spent() Effort {
	e := p.effort
	e.Frames = p.top()
	for _, l := range p.levels {
		e.Lemmas += len(l)
	}
	e.Questions = p.before + p.solver.Tally.Questions
	e.Conflicts = p.clashes + p.solver.Tally.Conflicts
	return e
}
