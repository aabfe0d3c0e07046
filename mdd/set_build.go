package mdd

import "fmt"

// A Builder makes a set node by node, children first, for instance from another kind of diagram. Between NewBuilder
// and Set or End there may be no other builder of the forest, and no Guard may end.
//
// Nodes are named by numbers: 0 is the empty set, 1 the set of the tuple of no variables, and each call of Node gives
// the next one.
type Builder struct {
	f      *Forest
	mark   int
	height int   // of the work stack after the last call
	at     []int // by name − 2: the handle's position on the work stack
	ended  bool
}

// NewBuilder returns a builder for sets of f. Its nodes are not collected before Set or End. It panics if the forest is
// quasi-reduced, since a name does not tell where levels are skipped.
func (f *Forest) NewBuilder() *Builder {
	f.use("NewBuilder")
	if f.rule != ZeroSuppressed {
		panic("mdd: NewBuilder: the forest is not zero-suppressed")
	}
	return &Builder{f: f, mark: f.s.Mark(), height: f.s.Mark()}
}

// Node returns the name of the node of the given level whose children at the local values, which ascend, have these
// names. Edges that skip levels say that the variables there are 0. It panics if there is no such level, name or local
// value, the values do not ascend, or a child is not of a lower level.
func (b *Builder) Node(level int, values []int, children []uint32) uint32 {
	const who = "Builder.Node"
	b.use(who)
	b.f.checkLevel(who, level)
	if len(values) != len(children) {
		panic(fmt.Sprintf("mdd: %s: %d values and %d children, expected as many", who, len(values), len(children)))
	}
	s := b.f.s
	arcs := b.f.newArcs()
	last := -1
	for i, c := range children {
		n, v := b.handle(who, c), values[i]
		if s.Level(n) >= level {
			panic(fmt.Sprintf("mdd: %s: a child of level %d in a node of level %d, expected a lower one", who,
				s.Level(n), level))
		}
		checkValue(who, v, level)
		if v <= last {
			panic(fmt.Sprintf("mdd: %s: value %d after %d, expected ascending ones", who, v, last))
		}
		last = v
		arcs.add(v, n)
	}
	b.at = append(b.at, s.Push(arcs.make(level)))
	b.height = s.Mark()
	return uint32(len(b.at)) + 1
}

// use panics if the builder has ended, or must not be used now.
func (b *Builder) use(who string) {
	given(b != nil && b.f != nil, who, "builder")
	b.f.use(who)
	switch {
	case b.ended:
		panic("mdd: " + who + ": the builder has ended")
	case b.f.s.Mark() != b.height:
		panic("mdd: " + who + ": another builder of the forest, or the end of a Guard, came between")
	}
}

// handle returns the node of the given name.
func (b *Builder) handle(who string, name uint32) node {
	if name < 2 {
		return name
	}
	inRange(who, "name", int(name), 0, len(b.at)+1)
	return b.f.s.At(b.at[name-2])
}

// Set returns the set of the given name, and ends the builder.
func (b *Builder) Set(name uint32) Set {
	b.use("Builder.Set")
	a := b.f.set(b.handle("Builder.Set", name))
	b.End()
	return a
}

// End ends the builder, unless it has ended: its nodes are then kept by its sets alone. Programs that may return before
// Set defer End.
func (b *Builder) End() {
	if !b.ended {
		b.f.s.Release(b.mark)
		b.ended = true
	}
}
