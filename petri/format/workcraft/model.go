package workcraft

import (
	"strconv"

	"brim/internal/printable"
	"brim/internal/xmlscan"
	"brim/malformed"
	"brim/petri/extended"
)

// This file reads the model: places, transitions and connections, on pages or not.

// A model is a net in the making.
type model struct {
	net         *extended.Net
	nodes       map[string]node
	connections []connection
}

// A node is a place or a transition by its name.
type node struct {
	transition bool
	index      int
	line       int
}

// A connection as it stands in the file, whose ends may come later.
type connection struct {
	first, second string
	line          int
}

func newModel() *model { return &model{net: &extended.Net{}, nodes: map[string]node{}} }

// part reads a child of the model: its title, or the group of all nodes.
func (m *model) part(s *xmlscan.Scanner, el xmlscan.Element) error {
	switch el.Name {
	case "AbstractModel":
		return properties(s, func(name string, el xmlscan.Element) error {
			if name == "title" {
				m.net.Name, _ = el.Attr("value")
			}
			return nil
		})
	case "root":
		return s.Each(func(el xmlscan.Element) error { return m.node(s, el) })
	}
	return s.Skip()
}

// properties calls read for each property of an element.
func properties(s *xmlscan.Scanner, read func(name string, el xmlscan.Element) error) error {
	return s.Each(func(el xmlscan.Element) error {
		if name, ok := el.Attr("name"); ok && el.Name == "property" {
			if err := read(name, el); err != nil {
				return err
			}
		}
		return s.Skip()
	})
}

// node reads a place, a transition, a connection, or a page with such.
func (m *model) node(s *xmlscan.Scanner, el xmlscan.Element) error {
	if el.Name != "node" {
		return s.Skip()
	}
	class, _ := el.Attr("class")
	ref, _ := el.Attr("ref")
	switch simple(class) {
	case "PageNode", "MathGroup":
		return s.Each(func(el xmlscan.Element) error { return m.node(s, el) })
	case "CommentNode":
		return s.Skip()
	case "Place", "StgPlace", "STGPlace":
		return m.place(s, ref)
	case "MathConnection":
		return s.Each(func(el xmlscan.Element) error {
			if el.Name == "MathConnection" {
				c := connection{line: s.Line()}
				c.first, _ = el.Attr("first")
				c.second, _ = el.Attr("second")
				m.connections = append(m.connections, c)
			}
			return s.Skip()
		})
	case "Transition", "SignalTransition", "DummyTransition":
		if err := m.add(s, ref, node{transition: true, index: len(m.net.Transitions)}); err != nil {
			return err
		}
		silent := simple(class) == "DummyTransition"
		m.net.Transitions = append(m.net.Transitions, extended.Transition{ID: ref, Silent: silent})
		return s.Skip()
	}
	return s.Errorf(s.Line(), "a node of the class %s is not understood; expected a place, transition or connection",
		printable.Quote(class))
}

// place reads a place with its tokens.
func (m *model) place(s *xmlscan.Scanner, ref string) error {
	p := extended.Place{ID: ref, Capacity: extended.Unlimited}
	if err := m.add(s, ref, node{index: len(m.net.Places)}); err != nil {
		return err
	}
	err := s.Each(func(el xmlscan.Element) error {
		return properties(s, func(name string, el xmlscan.Element) (err error) {
			if name != "tokens" {
				return nil
			}
			value, _ := el.Attr("value")
			if p.Initial, err = strconv.ParseInt(value, 10, 64); err != nil || p.Initial < 0 {
				return s.Errorf(s.Line(), "place %s has %s tokens; expected a whole number from 0 on",
					printable.Quote(ref), printable.Quote(value))
			}
			return nil
		})
	})
	m.net.Places = append(m.net.Places, p)
	return err
}

// add enters the name of a node.
func (m *model) add(s *xmlscan.Scanner, ref string, n node) error {
	n.line = s.Line()
	if ref == "" {
		return s.Errorf(n.line, "a node has no name; expected one in the attribute ref")
	}
	if old, twice := m.nodes[ref]; twice {
		return s.Errorf(n.line, "the name %s is taken in line %d; expected another one", printable.Quote(ref), old.line)
	}
	m.nodes[ref] = n
	return nil
}

// finish makes arcs of the connections.
func (m *model) finish(file string) (*extended.Net, error) {
	type arcKey struct {
		kind              extended.Kind
		place, transition int
	}
	at := map[arcKey]int{} // where the arc of several connections is
	for _, c := range m.connections {
		for _, end := range []string{c.first, c.second} {
			if _, ok := m.nodes[end]; !ok {
				return nil, malformed.Line(file, c.line, "a connection ends at %s; expected a place or a transition",
					printable.Quote(end))
			}
		}
		first, second := m.nodes[c.first], m.nodes[c.second]
		arc := extended.Arc{Kind: extended.Input, Place: first.index, Transition: second.index}
		if first.transition {
			arc = extended.Arc{Kind: extended.Output, Place: second.index, Transition: first.index}
		}
		if first.transition == second.transition {
			const text = "a connection goes from %s to %s; expected a place and a transition"
			return nil, malformed.Line(file, c.line, text, printable.Quote(c.first), printable.Quote(c.second))
		}
		key := arcKey{arc.Kind, arc.Place, arc.Transition}
		i, twice := at[key]
		if !twice {
			i = len(m.net.Arcs)
			at[key] = i
			m.net.Arcs = append(m.net.Arcs, arc)
		}
		m.net.Arcs[i].Weight++
	}
	return m.net, nil
}
