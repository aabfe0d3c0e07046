// Package exchange reads and writes decision diagrams as text for exchange with other programs, on behalf of packages
// mdd and edd. There are two formats: lines similar to those of DDDMP, and JSON; docs/exchange.md has the grammar of
// both. The package does not know what a node stands for.
package exchange

import (
	"fmt"
	"slices"
)

// Version is the version of the formats that is written. Each version reads all earlier ones.
const Version = 1

// A Diagram is a list of roots together with the nodes reachable from them.
type Diagram struct {
	Kind      string // "mdd" or "edd"
	Rule      string // ZeroSuppressed or QuasiReduced
	Levels    int
	Variables []string // by level, level 1 first; nil if they have no names
	Roots     []Root
	Nodes     []Node // children first; the node at index i has the name i+2, the terminals have the names 0 and 1
}

// A Root names one diagram within the shared nodes.
type Root struct {
	Name string
	Node uint32
	Cost uint32 // of the edge that leads to it, in an edd
}

// A Node has an arc for each value that does not lead to the empty terminal, by ascending value.
type Node struct {
	Level int
	Arcs  []Arc
}

// An Arc leads to a child; in an edd it has a cost.
type Arc struct {
	Value int
	Child uint32
	Cost  uint32
}

// The kinds of diagrams, and the reduction rules: under ZeroSuppressed an edge that skips levels means that the values
// there are 0; under QuasiReduced no edge skips a level.
const (
	MDD            = "mdd"
	EDD            = "edd"
	ZeroSuppressed = "zero-suppressed"
	QuasiReduced   = "quasi-reduced"
)

// Limits bounds the diagrams that Read accepts.
type Limits struct {
	Bytes int64 // of the text; 0 means 1 GiB of lines, or 256 MiB of JSON
	Nodes int   // 0 means 2^24

	Kind          string // the expected one
	Levels, Value int    // the largest ones
	Cost          uint64 // the largest one of a tuple
}

// A checker validates a diagram while it is read, node after node.
type checker struct {
	*Diagram
	most    Limits
	largest []uint64 // by name: the largest cost of a tuple below
}

// header checks everything except roots and nodes.
func (c *checker) header() error {
	switch {
	case c.Kind != c.most.Kind:
		return fmt.Errorf("kind %q; expected %s", c.Kind, c.most.Kind)
	case c.Rule != ZeroSuppressed && c.Rule != QuasiReduced:
		return fmt.Errorf("rule %q; expected %s or %s", c.Rule, ZeroSuppressed, QuasiReduced)
	case c.Levels < 1 || c.Levels > c.most.Levels:
		return fmt.Errorf("%d levels; expected 1 to %d", c.Levels, c.most.Levels)
	case c.Variables != nil && len(c.Variables) != c.Levels:
		return fmt.Errorf("%d names of variables; expected %d, one for each level", len(c.Variables), c.Levels)
	}
	seen := map[string]bool{}
	for _, name := range c.Variables {
		if name == "" || seen[name] {
			return fmt.Errorf("a variable has the name %q; expected one that no other variable has", name)
		}
		seen[name] = true
	}
	c.largest = []uint64{0, 0}
	return nil
}

// named returns an error if the names of variables or roots cannot be written.
func (d *Diagram) named() error {
	c := checker{Diagram: &Diagram{Kind: d.Kind, Rule: d.Rule, Levels: d.Levels, Variables: d.Variables},
		most: Limits{Kind: d.Kind, Levels: d.Levels}}
	if err := c.header(); err != nil {
		return err
	}
	for i, r := range d.Roots {
		if slices.ContainsFunc(d.Roots[:i], func(o Root) bool { return o.Name == r.Name }) {
			return fmt.Errorf("two roots have the name %q", r.Name)
		}
	}
	return nil
}

// level returns the level of the node with that name, which must have been read.
func (c *checker) level(name uint32) int {
	if name < 2 {
		return 0
	}
	return c.Nodes[name-2].Level
}

// add checks the next node against the rules of the format and appends it to the diagram: nodes are numbered in
// sequence, values ascend, children precede their parents and lie on lower levels, and no tuple costs more than the
// limit. name is the number of the node in the file.
func (c *checker) add(name uint64, n Node) error {
	next := uint64(len(c.Nodes)) + 2
	switch {
	case name != next:
		return fmt.Errorf("node %d; expected node %d: nodes are numbered from 2 on", name, next)
	case len(c.Nodes) >= c.most.Nodes:
		return fmt.Errorf("more than %d nodes, which is the limit", c.most.Nodes)
	case n.Level < 1 || n.Level > c.Levels:
		return fmt.Errorf("level %d; expected 1 to %d", n.Level, c.Levels)
	case len(n.Arcs) == 0:
		return fmt.Errorf("node %d has no arcs; expected one at least", name)
	}
	largest := uint64(0)
	for i, a := range n.Arcs {
		switch {
		case a.Value < 0 || a.Value > c.most.Value:
			return fmt.Errorf("value %d; expected 0 to %d", a.Value, c.most.Value)
		case i > 0 && n.Arcs[i-1].Value >= a.Value:
			return fmt.Errorf("value %d after %d; expected values that ascend", a.Value, n.Arcs[i-1].Value)
		case a.Child == 0 || uint64(a.Child) >= next:
			return fmt.Errorf("an arc to node %d; expected 1 or a node before this one", a.Child)
		case c.level(a.Child) >= n.Level:
			return fmt.Errorf("an arc from level %d to level %d; expected a lower one", n.Level, c.level(a.Child))
		case c.Rule == QuasiReduced && c.level(a.Child) != n.Level-1:
			return fmt.Errorf("an arc from level %d to level %d; expected the next lower one: the rule is %s", n.Level,
				c.level(a.Child), c.Rule)
		}
		largest = max(largest, c.largest[a.Child]+uint64(a.Cost))
	}
	if largest > c.most.Cost {
		return fmt.Errorf("a tuple costs %d; expected %d at most", largest, c.most.Cost)
	}
	c.Nodes, c.largest = append(c.Nodes, n), append(c.largest, largest)
	return nil
}

// root checks a root and appends it. All nodes have been read.
func (c *checker) root(r Root) error {
	switch {
	case slices.ContainsFunc(c.Roots, func(o Root) bool { return o.Name == r.Name }):
		return fmt.Errorf("two roots have the name %q", r.Name)
	case uint64(r.Node) >= uint64(len(c.Nodes))+2:
		return fmt.Errorf("root %d; expected 0, 1 or a node: there are %d", r.Node, len(c.Nodes))
	case c.Rule == QuasiReduced && r.Node != 0 && c.level(r.Node) != c.Levels:
		return fmt.Errorf("a root on level %d; expected %d: the rule is %s", c.level(r.Node), c.Levels, c.Rule)
	case r.Node == 0 && r.Cost > 0:
		return fmt.Errorf("a cost of %d at the root 0; expected none", r.Cost)
	case c.largest[r.Node]+uint64(r.Cost) > c.most.Cost:
		return fmt.Errorf("a tuple costs %d; expected %d at most", c.largest[r.Node]+uint64(r.Cost), c.most.Cost)
	}
	c.Roots = append(c.Roots, r)
	return nil
}
