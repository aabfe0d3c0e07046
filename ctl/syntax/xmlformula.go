package syntax

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"brim/internal/nearest"
	"brim/internal/xmlscan"
)

// The reader of property files: state and path formulas.

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

// pathElements maps elements of one operand to path operators.
var pathElements = map[string]Op{"next": X, "finally": F, "globally": G}

// truth reads the formula, of a state or a path, whose element is called name.
func (r *propertyReader) truth(name string) (meaning, error) {
	line := r.Line()
	if c, ok := connectives[name]; ok {
		args, err := r.truths()
		if err != nil {
			return meaning{}, err
		}
		if len(args) < c.min || len(args) > c.max {
			return meaning{}, r.Errorf(line, "<%s> has %d operands; expected %s", name, len(args),
				operands(c.min, c.max))
		}
		if name == "exclusive-disjunction" {
			args = []meaning{r.pool.connect(Iff, args...)}
		}
		return r.settled(start{name, line}, args, c.op)
	}
	if op, ok := pathElements[name]; ok {
		r.linear = append(r.linear, start{name, line})
		m, err := r.one(name)
		if err != nil {
			return m, err
		}
		return r.settled(start{name, line}, []meaning{m}, op)
	}
	switch name {
	case "exists-path":
		return r.quantified(name, E)
	case "all-paths":
		return r.quantified(name, A)
	case "until":
		r.linear = append(r.linear, start{name, line})
		return r.until()
	}
	f, err := r.atom(name)
	return meaning{formula: f}, err
}

// settled returns the formula of an operator with these operands, whose element begins at s.
func (r *propertyReader) settled(s start, operands []meaning, op Op) (m meaning, err error) {
	switch {
	case slices.ContainsFunc(operands, meaning.none):
	case !op.Linear():
		m = r.pool.connect(op, operands...)
	case !slices.ContainsFunc(operands, func(m meaning) bool { return m.formula == nil }):
		var args []*Formula
		for _, o := range operands {
			args = append(args, o.formula)
		}
		m.formula = r.pool.Make(op, args...)
	}
	if m.none() {
		err = r.Errorf(s.line, "<%s> is over a formula of LTL with a path quantifier of its own, which makes all "+
			"neither CTL nor LTL; "+
			"expected one path quantifier around all (LTL), or one directly around each path operator (CTL)", s.name)
	}
	return m, err
}

// atom reads the formula without operators whose element is called name.
func (r *propertyReader) atom(name string) (*Formula, error) {
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
	case "place-bound":
		return nil, r.Errorf(r.Line(), "<place-bound> stands inside of a formula; expected it directly inside "+
			"<formula>")
	}
	if slices.Contains(integerElements, name) {
		return nil, r.Errorf(r.Line(), "<%s> is a number; expected a state formula, as <integer-le> around it", name)
	}
	return nil, r.Errorf(r.Line(), "<%s> is not understood; expected a state formula%s", name,
		suggest(name, formulaElements()))
}

// formulaElements returns the names of the elements that truth reads.
func formulaElements() []string {
	list := []string{"true", "false", "deadlock", "is-fireable", "exists-path", "all-paths", "next", "finally",
		"globally", "until"}
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

// operands says how many operands are expected, for messages.
func operands(min, max int) string {
	switch {
	case min < max:
		return fmt.Sprintf("at least %d", min)
	default:
		return strconv.Itoa(min)
	}
}

// truths reads the children of the current element as formulas.
func (r *propertyReader) truths() ([]meaning, error) { return operandsOf(r, r.truth) }

// operandsOf reads the children of the current element by their names.
func operandsOf[T any](r *propertyReader, read func(name string) (T, error)) (list []T, err error) {
	err = r.Each(func(el xmlscan.Element) error {
		x, err := read(el.Name)
		list = append(list, x)
		return err
	})
	return list, err
}

// one reads the single formula inside the current element.
func (r *propertyReader) one(in string) (m meaning, err error) {
	line := r.Line()
	list, err := r.truths()
	if err == nil && len(list) != 1 {
		err = r.Errorf(line, "<%s> has %d operands; expected 1", in, len(list))
	}
	if err != nil {
		return m, err
	}
	return list[0], nil
}

// quantified reads the content of a path quantifier: one path operator over state formulas (CTL), or a path formula
// (LTL).
func (r *propertyReader) quantified(name string, quantifier Op) (meaning, error) {
	at := start{name, r.Line()}
	linear, quantifiers := len(r.linear), len(r.quantifiers)
	operand, err := r.child()
	switch {
	case err != nil:
		return meaning{}, err
	case operand == "":
		return meaning{}, r.Errorf(at.line,
			"<%s> is empty; expected <next>, <finally>, <globally>, <until> or a formula of these", name)
	}
	m, err := r.truth(operand)
	if err != nil {
		return m, err
	}
	if m.formula != nil {
		m = r.pool.quantify(quantifier, m.formula)
	} else {
		m = meaning{}
	}
	if m.none() {
		if len(r.quantifiers) > quantifiers {
			at = r.quantifiers[quantifiers]
		}
		return m, r.Errorf(at.line, "<%s> stands with others inside of a path quantifier, which makes it neither "+
			"CTL nor LTL; "+
			"expected one path quantifier around all (LTL), or one directly around each path operator (CTL)", at.name)
	}
	r.linear = r.linear[:linear]
	r.quantifiers = append(r.quantifiers[:quantifiers], at)
	return m, r.last(name)
}

// until reads the two operands of until, each in an element of its own.
func (r *propertyReader) until() (m meaning, err error) {
	line := r.Line()
	var args []meaning
	for _, want := range []string{"before", "reach"} {
		name, err := r.child()
		switch {
		case err != nil:
			return m, err
		case name == "":
			return m, r.Errorf(line, "<until> has no <%s>; expected <before> and <reach>", want)
		case name != want:
			return m, r.unknown(name, "<until>", "<"+want+">")
		}
		f, err := r.one(want)
		if err != nil {
			return m, err
		}
		args = append(args, f)
	}
	if m, err = r.settled(start{"until", line}, args, U); err != nil {
		return m, err
	}
	return m, r.last("until")
}

// fireable reads the transitions of is-fireable.
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
