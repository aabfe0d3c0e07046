package circuit

import "slices"

// A Builder makes a circuit. All inputs and latches are named at first; then gates, each made once, and what latches
// and signals are.
type Builder struct {
	c     *Circuit
	known map[Gate]Lit
}

// NewBuilder returns a Builder of a circuit with these inputs and latches. Latches begin with 0 and stay so until
// SetNext says otherwise. Names must be different.
func NewBuilder(name string, inputs, latches []string) *Builder {
	b := &Builder{&Circuit{Name: name, Inputs: inputs}, map[Gate]Lit{}}
	for i, latch := range latches {
		b.c.Latches = append(b.c.Latches, Latch{Name: latch})
		b.c.Latches[i].Next = b.c.Latch(i)
	}
	return b
}

// Extend returns a Builder of a circuit that begins with the inputs, latches and gates of c, whose literals stay what
// they are. It has none of its signals.
func Extend(c *Circuit, name string) *Builder {
	b := &Builder{&Circuit{
		Name: name, Inputs: slices.Clone(c.Inputs), Latches: slices.Clone(c.Latches), Gates: slices.Clone(c.Gates),
	}, map[Gate]Lit{}}
	for i, g := range c.Gates {
		b.known[Gate{max(g.A, g.B), min(g.A, g.B)}] = c.Gate(i)
	}
	return b
}

// Input returns the signal of input i.
func (b *Builder) Input(i int) Lit { return b.c.Input(i) }

// Latch returns the signal of latch i.
func (b *Builder) Latch(i int) Lit { return b.c.Latch(i) }

// SetNext sets the value of latch i after a step.
func (b *Builder) SetNext(i int, next Lit) { b.c.Latches[i].Next = next }

// SetReset sets the value of latch i at first: False, True, or Latch(i) for either.
func (b *Builder) SetReset(i int, reset Lit) { b.c.Latches[i].Reset = reset }

// Bad names a bad signal.
func (b *Builder) Bad(name string, l Lit) { b.c.Bad = append(b.c.Bad, Signal{name, l}) }

// Constrain names a signal that holds in each step.
func (b *Builder) Constrain(name string, l Lit) {
	b.c.Constraints = append(b.c.Constraints, Signal{name, l})
}

// Justice names a property of infinite runs, see Justice.
func (b *Builder) Justice(name string, lits ...Lit) {
	b.c.Justice = append(b.c.Justice, Justice{name, lits})
}

// Fair names a signal that is true again and again on the runs that justice properties are about.
func (b *Builder) Fair(name string, l Lit) { b.c.Fairness = append(b.c.Fairness, Signal{name, l}) }

// And returns the conjunction of some signals.
func (b *Builder) And(list ...Lit) Lit {
	all := True
	for _, l := range list {
		all = b.and(all, l)
	}
	return all
}

func (b *Builder) and(x, y Lit) Lit {
	switch {
	case x == False || y == False || x == y.Not():
		return False
	case x == True || x == y:
		return y
	case y == True:
		return x
	}
	g := Gate{max(x, y), min(x, y)}
	l, ok := b.known[g]
	if !ok {
		b.c.Gates = append(b.c.Gates, g)
		l = b.c.Gate(len(b.c.Gates) - 1)
		b.known[g] = l
	}
	return l
}

// Or returns the disjunction of some signals.
func (b *Builder) Or(list ...Lit) Lit {
	none := True
	for _, l := range list {
		none = b.and(none, l.Not())
	}
	return none.Not()
}

// Circuit returns the circuit, after which nothing may be added. The error says what of the invariant of a Circuit does
// not hold.
func (b *Builder) Circuit() (*Circuit, error) { return b.c, b.c.Check() }
