package syntax

import (
	"strings"

	"brim/internal/printable"
	"brim/internal/xmlscan"
)

// The reader of the questions that a model of TAPAAL has in its file: elements query with a name and a formula, in the
// elements of the contest.

// model reads the questions of a model of TAPAAL, and skips all else.
func (r *propertyReader) model() error {
	r.names = unprefixed{r.names}
	lines := map[string]int{}
	return r.Mixed(func(el xmlscan.Element) error {
		if el.Name != "query" {
			return r.Skip()
		}
		line := r.Line()
		r.run = nil
		p, err := r.query(el)
		if err != nil {
			return err
		}
		if first, ok := lines[p.ID]; ok {
			return r.Errorf(line, "the name %s is taken by the query in line %d; expected another name",
				printable.Quote(p.ID), first)
		}
		lines[p.ID] = line
		r.list, r.runs = append(r.list, p), append(r.runs, nil)
		return nil
	})
}

// query reads one query. What it does not understand makes it wrong, and no other.
func (r *propertyReader) query(el xmlscan.Element) (Property, error) {
	var p Property
	line := r.Line()
	p.ID, _ = el.Attr("name")
	kind, _ := el.Attr("type")
	if kind != "" && kind != "CTL" && kind != "LTL" && kind != "Default" {
		p.Wrong = r.Errorf(line, "query %s is of the type %s; expected CTL or LTL", printable.Quote(p.ID),
			printable.Quote(kind))
	}
	err := r.Mixed(func(el xmlscan.Element) error {
		if el.Name != "formula" || p.Wrong != nil {
			return r.Skip()
		}
		depth := r.Depth()
		var fault error
		if p.Formula, p.Bound, fault = r.formula(); fault != nil {
			return r.wrong(&p, fault, depth)
		}
		if kind == "LTL" && r.run != nil {
			p.Formula = r.run
		}
		return nil
	})
	if err != nil {
		return p, err
	}
	return r.finished(p, line)
}

// unprefixed are names of which each may have a component in front of it, Sender.P0 for P0. A model of TAPAAL with one
// component names places in this way in its queries.
type unprefixed struct{ Names }

func (n unprefixed) Place(name string) (int, bool) { return n.bare(n.Names.Place, name) }

func (n unprefixed) Transition(name string) (int, bool) { return n.bare(n.Names.Transition, name) }

func (n unprefixed) bare(lookUp func(string) (int, bool), name string) (int, bool) {
	i, ok := lookUp(name)
	if _, rest, prefixed := strings.Cut(name, "."); !ok && prefixed {
		return lookUp(rest)
	}
	return i, ok
}
