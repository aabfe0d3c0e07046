package explore

import (
	"fmt"
	"io"
	"strings"

	"brim/edd"
	"brim/mdd"
)

// Diagrams of a space as pictures and in forms for other programs.

// WriteDOT writes the diagram of the markings for Graphviz, with at most most nodes. place returns the name of a place.
// few is called first with the number of nodes; its error ends the drawing.
func (x *Space) WriteDOT(w io.Writer, place func(int) string, most int, few func(nodes int) error) (nodes int,
	err error) {
	if err := x.Ask("drawing", func() { nodes = x.Reached.Nodes() }); err != nil {
		return 0, err
	}
	if err := few(nodes); err != nil {
		return 0, err
	}
	return nodes, x.Reached.WriteDOT(w, x.dotOptions(place, most))
}

// WriteDistances writes the diagram of the distances of the markings from the initial one, if bounded only of those
// within bound steps, and if both next to the diagram of the markings. The other arguments are those of WriteDOT.
func (x *Space) WriteDistances(w io.Writer, place func(int) string, most, bound int, bounded, both bool,
	few func(nodes int) error) (nodes int, err error) {
	err = x.distances(bound, bounded, func(g edd.Func) (err error) {
		nodes = g.Nodes()
		var set mdd.Set
		if both {
			if err := x.Ask("drawing", func() { set = g.Support(); nodes += set.Nodes() }); err != nil {
				return err
			}
		}
		if err := few(nodes); err != nil {
			return err
		}
		if both {
			return g.WriteDOTBeside(w, set, x.dotOptions(place, most))
		}
		return g.WriteDOT(w, x.dotOptions(place, most))
	})
	if err != nil {
		return 0, err
	}
	return nodes, nil
}

// distances calls use with the distances of the markings from the initial one, if bounded only of those within bound
// steps.
func (x *Space) distances(bound int, bounded bool, use func(edd.Func) error) error {
	f := edd.New(x.Model.Forest, edd.Options{})
	version := edd.Budgeted
	if !bounded { // an infinite budget would only split the results in the cache
		version, bound = edd.Approx, edd.Infinity-1
	}
	var g edd.Func
	err := x.Ask("distances", func() {
		g = f.NewSaturator(x.Model.Moves, version).Bounded(f.Zero(x.Model.Init),
			bound)
	})
	if x.watch.Abandoned {
		return err
	}
	defer f.Close()
	if err != nil {
		return err
	}
	return use(g)
}

// A Form is a file format in which other programs can read a diagram.
type Form = mdd.Form

// The forms.
const (
	Lines = mdd.Lines
	JSON  = mdd.JSON
)

// WriteDiagrams writes the diagram of the markings, or of their distances from the initial one, for other programs; see
// mdd.WriteDiagrams and edd.WriteDiagrams. The other arguments are those of WriteDistances.
func (x *Space) WriteDiagrams(w io.Writer, form Form, place func(int) string, distances bool, bound int,
	bounded bool) (nodes int, err error) {
	var variables []string
	name := x.dotOptions(place, 0).Level
	for k := 1; k <= len(x.Order.Levels); k++ {
		variables = append(variables, name(k))
	}
	if !distances {
		return x.Reached.Nodes(), mdd.WriteDiagrams(w, form,
			mdd.Diagrams{Variables: variables, Roots: []mdd.Root{{Name: "markings", Set: x.Reached}}})
	}
	err = x.distances(bound, bounded, func(g edd.Func) error {
		nodes = g.Nodes()
		return edd.WriteDiagrams(w, form,
			edd.Diagrams{Variables: variables, Roots: []edd.Root{{Name: "distances", Func: g}}})
	})
	return nodes, err
}

// dotOptions returns options that name the levels and the local states.
func (x *Space) dotOptions(place func(int) string, most int) mdd.DOTOptions {
	o := mdd.DOTOptions{MaxNodes: most, Level: func(k int) string {
		var names []string
		for _, p := range x.Order.Levels[k-1] {
			names = append(names, place(p))
		}
		return strings.Join(names, " ")
	}}
	if x.Order.Grouped() {
		o.Value = func(k, v int) string { return x.LocalState(place, k, v) }
	}
	return o
}

// LocalState writes value v of level k of the diagram: the tokens of its place, or the marked places of its component.
// place returns the name of a place.
func (x *Space) LocalState(place func(int) string, k, v int) string {
	places := x.Order.Levels[k-1]
	values := make([]int, len(x.Order.Levels)) // the values of other levels do not matter
	values[k-1] = v
	m := x.Model.Marking(values)
	if len(places) == 1 {
		return fmt.Sprint(m[places[0]])
	}
	var marked []string
	for _, p := range places {
		switch name := place(p); {
		case m[p] == 1:
			marked = append(marked, name)
		case m[p] > 1:
			marked = append(marked, fmt.Sprintf("%s:%d", name, m[p]))
		}
	}
	if len(marked) == 0 {
		return "empty"
	}
	return strings.Join(marked, " ")
}
