package mdd

import "fmt"

// A Builder makes a set node by node, children first: the way from other kinds of diagrams to sets. Between NewBuilder and Set
// nothing else may be done with the forest.
//
// Nodes are named by numbers: 0 is the empty set, 1 the set of the tuple of no variables, and each call of Node gives the next one.
type Builder struct {
	f    *Forest
	mark int
	at   []int // by name − 2: the handle's position on the work stack
}

// NewBuilder returns a builder for sets of f. It panics if the forest is quasi-reduced, since names say nothing of skipped levels.
func (f *Forest) NewBuilder() *Builder {
	if f.rule != ZeroSuppressed {
		panic("mdd: NewBuilder: the forest is not zero-suppressed")
	}
	return &Builder{f: f, mark: f.s.Mark()}
}

// Node returns the name of the node of the given level whose children, from local value first on, have these names. Edges that skip
// levels say that the variables there are 0.
func (b *Builder) Node(level, first int, children []uint32) uint32 {
	b.f.checkLevel("Builder.Node", level)
	s := b.f.s
	p := s.Grow(len(children))
	for i, c := range children {
		n := b.handle(c)
		if s.Level(n) >= level {
			panic(fmt.Sprintf("mdd: Builder.Node: a child of level %d in a node of level %d", s.Level(n), level))
		}
		s.Put(p+i, n)
	}
	b.at = append(b.at, s.Push(b.f.make(level, first, p)))
	return uint32(len(b.at)) + 1
}

// handle returns the node of the given name.
func (b *Builder) handle(name uint32) node {
	if name < 2 {
		return name
	}
	return b.f.s.At(b.at[name-2])
}

// Set returns the set of the given name, and ends the builder.
func (b *Builder) Set(name uint32) Set {
	a := b.f.set(b.handle(name))
	b.f.s.Release(b.mark)
	return a
}
