package mdd

import "fmt"

// A Builder makes a set node by node, children first: the way from other kinds of diagrams to sets. Between NewBuilder and Set
// nothing else may be done with the forest.
//
// Nodes are named by numbers: 0 is the empty set, 1 the set of the tuple of no variables, and each call of Node gives the next one.
type Builder struct {
	f     *Forest
	mark  int
	at    []int // by name − 2: the handle's position on the work stack
	ended bool
}

// NewBuilder returns a builder for sets of f. It panics if the forest is quasi-reduced, since names say nothing of skipped levels.
func (f *Forest) NewBuilder() *Builder {
	f.use("NewBuilder")
	if f.rule != ZeroSuppressed {
		panic("mdd: NewBuilder: the forest is not zero-suppressed")
	}
	return &Builder{f: f, mark: f.s.Mark()}
}

// Node returns the name of the node of the given level whose children, from local value first on, have these names. Edges that skip
// levels say that the variables there are 0. It panics if a name is not known or a local value does not exist.
func (b *Builder) Node(level, first int, children []uint32) uint32 {
	const who = "Builder.Node"
	b.use(who)
	b.f.checkLevel(who, level)
	if first < 0 || first+len(children)-1 > MaxValue {
		panic(fmt.Sprintf("mdd: %s: %d values from %d on", who, len(children), first))
	}
	s := b.f.s
	p := s.Grow(len(children))
	for i, c := range children {
		n := b.handle(who, c)
		if s.Level(n) >= level {
			panic(fmt.Sprintf("mdd: %s: a child of level %d in a node of level %d", who, s.Level(n), level))
		}
		s.Put(p+i, n)
	}
	b.at = append(b.at, s.Push(b.f.make(level, first, p)))
	return uint32(len(b.at)) + 1
}

// use panics if nothing may be done with the builder any more.
func (b *Builder) use(who string) {
	b.f.use(who)
	if b.ended {
		panic("mdd: " + who + ": the builder has ended")
	}
}

// handle returns the node of the given name.
func (b *Builder) handle(who string, name uint32) node {
	if name < 2 {
		return name
	}
	if int(name-2) >= len(b.at) {
		panic(fmt.Sprintf("mdd: %s: there is no node %d yet", who, name))
	}
	return b.f.s.At(b.at[name-2])
}

// Set returns the set of the given name, and ends the builder.
func (b *Builder) Set(name uint32) Set {
	b.use("Builder.Set")
	a := b.f.set(b.handle("Builder.Set", name))
	b.End()
	return a
}

// End ends the builder, unless it has ended: what it made is kept by its sets alone. Who may not come to Set defers it.
func (b *Builder) End() {
	if !b.ended {
		b.f.s.Release(b.mark)
		b.ended = true
	}
}
