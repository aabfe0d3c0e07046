package mdd

import (
	"strings"

	"brim/dd"
)

// A handle is how a user holds a diagram: what Set and Matrix have in common.
type handle struct {
	f    *Forest
	root *dd.Root
}

func (f *Forest) handle(n node) handle { return handle{f: f, root: f.s.Protect(n)} }

func (h handle) node() node { return h.root.Node() }

// held returns the forest of h, a diagram of this kind. It panics if there is none, or it is closed, or h was
// released; who is the operation that asks.
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
