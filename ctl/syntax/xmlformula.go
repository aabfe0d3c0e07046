package syntax

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"brim/internal/nearest"
	"brim/internal/xmlscan"
)

// connectives maps elements to operators of state formulas, with the least and the
// largest number of operands.
var connectives = map[string]struct {
	op       Op
	min, max int
}{
	"negation":              {Not, 1, 1},
	"conjunction":           {And, 1, 1 << 30},
	"disjunction":           {Or, 1, 1 << 30},
	"implication":           {Implies, 2, 2},
	"equivalence":           {Iff, 2, 2},
	"exclusive-disjunction": {Not, 2, 2}, // of the equivalence
}

// comparisons maps elements to relations.
var comparisons = map[string]Relation{
	"integer-eq": Equal, "integer-ne": NotEqual, "integer-neq": NotEqual,
	"integer-lt": Less, "integer-le": LessEqual, "integer-gt": Greater, "integer-ge": GreaterEqual,
}

// pathElements maps elements of one operand to path operators, by quantifier.
var pathElements = map[string][2]Op{
	"next": {EX, AX}, "finally": {EF, AF}, "globally": {EG, AG},
}

// state reads the state formula whose element is called name.
func (r *propertyReader) state(name string) (*Formula, error) {
	if c, ok := connectives[name]; ok {
		line := r.Line()
		args, err := r.states()
		if err != nil {
			return nil, err
		}
		if len(args) < c.min || len(args) > c.max {
			return nil, r.Errorf(line, "<%s> has %d operands; expected %s", name, len(args), operands(c.min, c.max))
		}
		if name == "exclusive-disjunction" {
			args = []*Formula{r.pool.Make(Iff, args...)}
		}
		return r.pool.Make(c.op, args...), nil
	}
	if rel, ok := comparisons[name]; ok {
		return r.comparison(name, rel)
	}
	switch name {
	case "true", "false":
		return r.pool.Bool(name == "true"), r.last(name)
	case "deadlock":
		return r.pool.Deadlock(), r.last(name)
	case "is-fireable":
		return r.fireable()
	case "exists-path":
		return r.path(name, 0)
	case "all-paths":
		return r.path(name, 1)
	case "next", "finally", "globally", "until":
		return nil, r.Errorf(r.Line(), "<%s> stands outside of a path quantifier; expected <exists-path> or <all-paths> directly around it (CTL)", name)
	case "place-bound":
		return nil, r.Errorf(r.Line(), "<place-bound> stands inside of a formula; expected it directly inside <formula>")
	}
	if isInteger(name) {
		return nil, r.Errorf(r.Line(), "<%s> is a number; expected a state formula, as <integer-le> around it", name)
	}
	return nil, r.Errorf(r.Line(), "<%s> is not understood; expected a state formula%s", name, suggest(name, stateElements()))
}

// stateElements returns the names of the elements that state reads.
func stateElements() []string {
	list := []string{"true", "false", "deadlock", "is-fireable", "exists-path", "all-paths"}
	list = append(list, slices.Sorted(maps.Keys(connectives))...)
	return append(list, slices.Sorted(maps.Keys(comparisons))...)
}

// suggest returns the end of a message about an unknown element: the nearest of those that could stand there, or "".
func suggest(name string, elements []string) string {
	best, ok := nearest.Of(name, slices.Values(elements))
	if !ok {
		return ""
	}
	return "; did you mean <" + best + ">?"
}

func operands(min, max int) string {
	switch {
	case min < max:
		return fmt.Sprintf("at least %d", min)
	default:
		return strconv.Itoa(min)
	}
}

// states reads the children of the current element as state formulas.
func (r *propertyReader) states() ([]*Formula, error) { return operandsOf(r, r.state) }

// operandsOf reads the children of the current element by their names.
func operandsOf[T any](r *propertyReader, read func(name string) (T, error)) (list []T, err error) {
	err = r.Each(func(el xmlscan.Element) error {
		x, err := read(el.Name)
		list = append(list, x)
		return err
	})
	return list, err
}

// one reads the single state formula inside the current element.
func (r *propertyReader) one(in string) (*Formula, error) {
	line := r.Line()
	fs, err := r.states()
	if err == nil && len(fs) != 1 {
		err = r.Errorf(line, "<%s> has %d operands; expected 1", in, len(fs))
	}
	if err != nil {
		return nil, err
	}
	return fs[0], nil
}

// path reads what stands inside a path quantifier: exactly one path operator.
func (r *propertyReader) path(quantifier string, which int) (*Formula, error) {
	line := r.Line()
	name, err := r.child()
	if err != nil {
		return nil, err
	}
	var f *Formula
	ops, ok := pathElements[name]
	switch {
	case name == "":
		return nil, r.Errorf(line, "<%s> is empty; expected <next>, <finally>, <globally> or <until>", quantifier)
	case ok:
		if f, err = r.one(name); err == nil {
			f = r.pool.Make(ops[which], f)
		}
	case name == "until":
		f, err = r.until([2]Op{EU, AU}[which])
	default:
		return nil, r.unknown(name, "<"+quantifier+">", "<next>, <finally>, <globally> or <until>")
	}
	if err != nil {
		return nil, err
	}
	return f, r.last(quantifier)
}

func (r *propertyReader) until(op Op) (*Formula, error) {
	line := r.Line()
	var args []*Formula
	for _, want := range []string{"before", "reach"} {
		name, err := r.child()
		switch {
		case err != nil:
			return nil, err
		case name == "":
			return nil, r.Errorf(line, "<until> has no <%s>; expected <before> and <reach>", want)
		case name != want:
			return nil, r.unknown(name, "<until>", "<"+want+">")
		}
		f, err := r.one(want)
		if err != nil {
			return nil, err
		}
		args = append(args, f)
	}
	return r.pool.Make(op, args...), r.last("until")
}

func (r *propertyReader) fireable() (*Formula, error) {
	ts, err := r.refs("is-fireable", Transitions)
	if err != nil {
		return nil, err
	}
	return r.pool.Enabled(ts...), nil
}

// refs reads the children of the current element as places or transitions.
func (r *propertyReader) refs(in string, kind Kind) ([]Ref, error) {
	line := r.Line()
	refs, err := operandsOf(r, func(name string) (ref Ref, err error) {
		if name != kind.String() {
			return ref, r.unknown(name, "<"+in+">", "<"+kind.String()+">")
		}
		at := r.Line()
		if ref.Name, err = r.content(); err != nil {
			return ref, err
		}
		lookUp := r.names.Place
		if kind == Transitions {
			lookUp = r.names.Transition
		}
		var ok bool
		if ref.Index, ok = lookUp(ref.Name); !ok {
			err = r.Errorf(at, "%s", unknown(r.names, ref.Name, kind))
		}
		return ref, err
	})
	if err == nil && refs == nil {
		err = r.Errorf(line, "<%s> is empty; expected <%v> with an id", in, kind)
	}
	return refs, err
}
