package picture

import (
	"fmt"
	"io"
	"strings"

	"brim/edd"
	"brim/mdd"
)

// Diagrams that were read from files.

// A Diagram is a set or a function that was read from a file in one of the exchange formats (docs/exchange.md).
type Diagram struct {
	variables []string // the names of the levels, level 1 first; nil if they have none
	name      string   // of the root
	set       mdd.Set
	distances *edd.Func // in place of the set
}

// ReadDiagram reads the diagram with the given root from a file of sets or, if distances is true, of functions. The
// name may be empty if the file has a single root. An error in the text is a *malformed.Error.
func ReadDiagram(r io.Reader, file, root string, distances bool) (*Diagram, error) {
	var d Diagram
	var names []string
	if distances {
		x, err := edd.ReadDiagrams(r, file, edd.ReadOptions{})
		if err != nil {
			return nil, err
		}
		d.variables = x.Variables
		for _, r := range x.Roots {
			if names = append(names, r.Name); r.Name == root || len(x.Roots) == 1 && root == "" {
				d.name, d.distances = r.Name, &r.Func
			}
		}
	} else {
		x, err := mdd.ReadDiagrams(r, file, mdd.ReadOptions{})
		if err != nil {
			return nil, err
		}
		d.variables = x.Variables
		for _, r := range x.Roots {
			if names = append(names, r.Name); r.Name == root || len(x.Roots) == 1 && root == "" {
				d.name, d.set = r.Name, r.Set
			}
		}
	}
	if len(names) != 1 && root == "" {
		return nil, fmt.Errorf("%s has %d roots; expected --root with one of %s", file, len(names),
			strings.Join(names, ", "))
	}
	if d.name != root && root != "" {
		return nil, fmt.Errorf("%s has no root %s; expected %s", file, root, strings.Join(names, " or "))
	}
	return &d, nil
}

// Nodes returns the number of nodes. Cost: O(nodes).
func (d *Diagram) Nodes() int {
	if d.distances != nil {
		return d.distances.Nodes()
	}
	return d.set.Nodes()
}

// WriteDOT draws the diagram for Graphviz. One with more nodes than most is an error.
func (d *Diagram) WriteDOT(w io.Writer, most int) error {
	o := mdd.DOTOptions{MaxNodes: most}
	if d.variables != nil {
		o.Level = func(k int) string { return d.variables[k-1] }
	}
	if d.distances != nil {
		return d.distances.WriteDOT(w, o)
	}
	return d.set.WriteDOT(w, o)
}

// Write writes the diagram in a form for programs.
func (d *Diagram) Write(w io.Writer, form mdd.Form) error {
	if d.distances != nil {
		return edd.WriteDiagrams(w, form,
			edd.Diagrams{Variables: d.variables, Roots: []edd.Root{{Name: d.name, Func: *d.distances}}})
	}
	return mdd.WriteDiagrams(w, form, mdd.Diagrams{Variables: d.variables,
		Roots: []mdd.Root{{Name: d.name, Set: d.set}}})
}
