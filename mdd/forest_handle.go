package mdd

import (
	"strings"

	"brim/dd"
)

// A handle is a user's reference to a diagram, which keeps its nodes alive: the common part of Set and Matrix.
type handle struct {
	f    *Forest
	root *dd.Root
}

func (f *Forest) handle(n node) handle { return handle{f: f, root: f.s.Protect(n)} }

func (h handle) node() node { return h.root.Node() }

// held returns the forest of h, a diagram of this kind. It panics if h is the zero value, the forest is closed or h was
// released; who names the operation.
func (h handle) held(who, kind string) *Forest {
	if h.f == nil {
		panic("mdd: " + who + ": the zero " + kind)
	}
	h.f.use(who)
	if h.root.Released() {
		panic("mdd: " + who + ": the " + strings.ToLower(kind) + " was released")
	}
	return h.f
}
