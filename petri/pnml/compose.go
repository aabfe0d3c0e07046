package pnml

import (
	"strconv"
	"strings"

	"brim/internal/printable"
	"brim/petri/extended"
)

// This file makes one net of the components of a file of TAPAAL.

// compose makes one net of the active components of a file of TAPAAL. The ids of several are told apart as in its
// queries, "Sender.P0"; what is shared has its name alone, and a shared transition takes and gives what it does in all
// components.
func (r *reader) compose() error {
	t := &r.tapaal
	if len(t.nets) == 0 {
		return r.Errorf(r.Line(), "no net is active; expected one with active=\"true\"")
	}
	var ids []string
	for _, c := range t.nets {
		ids = append(ids, c.id)
	}
	r.begin(strings.Join(ids, "+"))
	r.netLine = t.nets[0].line
	if err := r.addAges(); err != nil {
		return err
	}
	for _, c := range t.nets {
		prefix := ""
		if len(t.nets) > 1 {
			prefix = c.id + "."
		}
		for _, n := range c.list {
			if err := r.add(n, prefix); err != nil {
				return err
			}
		}
		for _, a := range c.arcs {
			if err := r.join(c, a); err != nil {
				return err
			}
		}
	}
	return r.endAges()
}

// add gives the place or transition n an index in the net, that of the shared one if it is shared.
func (r *reader) add(n *flatNode, prefix string) error {
	id, alias := prefix+n.id, ""
	if n.name != "" {
		alias = prefix + n.name
	}
	if shared := r.tapaal.meant(n); shared != n {
		if shared.index >= 0 {
			n.index = shared.index
			return nil
		}
		id, alias, n.initial = n.name, "", shared.initial
		n.invariant, n.urgent = shared.invariant, shared.urgent
		defer func() { shared.index = n.index }()
	}
	if err := r.free(id, n.line); err != nil {
		return err
	}
	n.index = len(r.lines[n.kind])
	switch {
	case r.ages == nil:
	case n.kind == aTransition:
		r.ages.Urgent = append(r.ages.Urgent, n.urgent)
	default:
		b, err := r.invariant(n)
		if err != nil {
			return err
		}
		r.ages.Invariants = append(r.ages.Invariants, b)
	}
	if n.kind == aPlace {
		return r.addPlace(extended.Place{ID: id, Label: alias, Initial: n.initial, Capacity: extended.Unlimited,
			At: n.at}, n.line)
	}
	r.addTransition(extended.Transition{ID: id, Label: alias, At: n.at}, firing{line: n.line})
	return nil
}

// join checks the ends and the weight of an arc of component c, and adds the arc to the net.
func (r *reader) join(c *component, a flatArc) error {
	source, target := c.nodes[a.source], c.nodes[a.target]
	for _, end := range []struct {
		what, id string
		n        *flatNode
	}{{"source", a.source, source}, {"target", a.target, target}} {
		if end.n == nil {
			var ids []string
			for _, n := range c.list {
				ids = append(ids, n.id)
			}
			return r.Errorf(a.line, "arc %s: no node has the id %s; expected a place or transition as %s%s",
				printable.Quote(a.id), printable.Quote(end.id), end.what, suggest(end.id, ids))
		}
	}
	weight, err := r.flatWeight(a)
	switch {
	case err != nil:
		return err
	case source.kind == target.kind:
		return r.Errorf(a.line, "arc %s goes from %v %s to %v %s; expected a place at one end and a transition at "+
			"the other",
			printable.Quote(a.id), source.kind, printable.Quote(a.source), target.kind, printable.Quote(a.target))
	case a.inhibitor && source.kind == aTransition:
		return r.Errorf(a.line, "inhibitor arc %s goes from transition %s to place %s; expected the place as source",
			printable.Quote(a.id), printable.Quote(a.source), printable.Quote(a.target))
	}
	arc := extended.Arc{Place: source.index, Transition: target.index, Weight: weight, Via: a.via}
	switch {
	case a.inhibitor:
		arc.Kind = extended.Inhibitor
	case source.kind == aTransition:
		arc.Kind, arc.Place, arc.Transition = extended.Output, target.index, source.index
	}
	if r.ages != nil {
		return r.joinAged(c, a, arc)
	}
	return r.addArc(arc, a.line)
}

// flatWeight returns the weight of an arc, whose inscription must be an interval, or the weight again.
func (r *reader) flatWeight(a flatArc) (int64, error) {
	inscription, text := strings.TrimSpace(a.inscription), strings.TrimSpace(a.weight)
	switch {
	case isInterval(inscription):
	case text == "":
		text = inscription
	case inscription != "" && inscription != "1" && inscription != text:
		return 0, r.Errorf(a.line, "arc %s has the inscription %s and the weight %s; expected one of them",
			printable.Quote(a.id), printable.Quote(inscription), printable.Quote(text))
	}
	if value, ok := r.tapaal.constants[text]; ok {
		text = value
	}
	weight := int64(1)
	if text != "" {
		var err error
		if weight, err = strconv.ParseInt(text, 10, 64); err != nil || weight < 1 {
			return 0, r.Errorf(a.line, "the weight of arc %s is %s; expected an integer from 1 to 2^63−1, or a "+
				"constant", printable.Quote(a.id), printable.Quote(text))
		}
	}
	if a.dots > 0 && a.dots != weight {
		return 0, r.Errorf(a.line, "arc %s has %d tokens in its expression and the weight %d; expected the same number",
			printable.Quote(a.id), a.dots, weight)
	}
	return weight, nil
}

// isAnyAge reports whether an interval, maybe with the number of the pair of a transport arc behind it, is [0,inf); a
// constant may stand for 0.
func isAnyAge(interval string, constants map[string]string) bool {
	interval, _, _ = strings.Cut(strings.Join(strings.Fields(interval), ""), ":")
	low, ok := strings.CutPrefix(interval, "[")
	low, ok2 := strings.CutSuffix(low, ",inf)")
	if value, isConstant := constants[low]; isConstant {
		low = value
	}
	return ok && ok2 && low == "0"
}
