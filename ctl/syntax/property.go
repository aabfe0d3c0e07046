package syntax

import (
	"context"
	"io"

	"brim/internal/input"
	"brim/internal/printable"
	"brim/internal/xmlscan"
)

// The reader of property files of the Model Checking Contest: XML with a question in each property.

// A Logic says how a property is read that is a formula both of CTL and of LTL, as one whose only path operators are
// all-paths and next. The two differ in dead markings, where CTL's AX holds for any operand, and LTL's X repeats the
// marking.
type Logic uint8

const (
	AsWritten Logic = iota // what is a formula of CTL is CTL
	LTL                    // what is one of LTL is LTL, as in the contest's LTL examinations
	ByFile                 // LTL in a file with formulas that only LTL has and none that only CTL has, else AsWritten
)

// A Property is a question of the Model Checking Contest: whether a formula holds
// in the initial marking, or how many tokens a sum of places can have at most.
// Exactly one of Formula, Bound and Wrong is set.
type Property struct {
	ID          string
	Description string
	Formula     *Formula
	Bound       *Sum
	Wrong       error // why this property, and no other, is not understood: a *malformed.Error
}

// ReadProperties reads a property file of the Model Checking Contest (the root
// element is property-set) as a stream; file is its name in errors. Places and
// transitions are given by their ids, which names must know. Besides the elements of
// the contest, those of other tools are read: true, false, implication, equivalence,
// exclusive-disjunction, all comparisons, sums, differences and products.
//
// tokens-count and place-bound of several places mean their sum, is-fireable of
// several transitions that at least one is enabled. Path operators need one of all-paths and exists-path around them:
// directly around each (CTL), or around all of them (LTL). The logic says how to read what is both.
//
// The file may also be a model of TAPAAL (the root element is pnml) with queries: their names are the IDs, and a
// component in front of a name may be missing.
//
// A property with a fault, for instance one that is neither CTL nor LTL or has an unknown place, has an error in Wrong.
// The error is about the file: a *malformed.Error if it is no XML or no set of properties with an id each; a failure of
// r itself is wrapped.
func (p *Pool) ReadProperties(r io.Reader, file string, names Names, logic Logic) ([]Property, error) {
	s, err := xmlscan.New(r, file, xmlscan.Config{
		Root:  "property-set",
		Depth: maxNesting,
	})
	if err != nil {
		return nil, err
	}
	x := &propertyReader{Scanner: s, pool: p, names: names, logic: logic}
	if err := x.document(); err != nil {
		return nil, err
	}
	return x.list, nil
}

// ReadPropertyFile reads the property file at path; see ReadProperties. Reading ends with the context.
func (p *Pool) ReadPropertyFile(ctx context.Context, path string, names Names, logic Logic) ([]Property, error) {
	f, err := input.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return p.ReadProperties(f, path, names, logic)
}

// A propertyReader collects properties. Its methods named after an element are
// called when the scanner has returned the start tag, and consume the element to
// its end.
type propertyReader struct {
	*xmlscan.Scanner
	pool  *Pool
	names Names
	logic Logic
	list  []Property

	linear      []start // path operators that no quantifier is around so far
	quantifiers []start // those that stand in the formula at hand as CTL

	run              *Formula   // the formula at hand as one of LTL, if it is both; else nil
	runs             []*Formula // by property
	onlyLTL, onlyCTL bool       // some formula so far is
}

// A start is where an element starts.
type start struct {
	name string
	line int
}

// document reads all up to the end of the file.
func (r *propertyReader) document() error {
	read, root := r.propertySet, "property-set"
	switch name, err := r.root(); {
	case err != nil:
		return err
	case name == "":
		return r.Errorf(r.Line(), "the document is empty; expected <property-set>")
	case name == "pnml":
		read, root = r.model, name
	case name != "property-set":
		return r.Errorf(r.Line(), "found <%s>; expected <property-set>", name)
	}
	if err := read(); err != nil {
		return err
	}
	if r.logic == ByFile && r.onlyLTL && !r.onlyCTL {
		for i, f := range r.runs {
			if f != nil && r.list[i].Wrong == nil {
				r.list[i].Formula = f
			}
		}
	}
	name, err := r.root()
	if err == nil && name != "" {
		return r.Errorf(r.Line(), "found <%s> after </%s>; expected the end of the file", name, root)
	}
	return err
}

// root returns the name of the outermost element, or "" at the end of the file.
func (r *propertyReader) root() (string, error) {
	el, err := r.Root()
	if err == io.EOF {
		err = nil
	}
	return el.Name, err
}

// child returns the name of the next element directly inside the current one, or ""
// at its end. The caller has to consume the child up to its end before the next call.
func (r *propertyReader) child() (string, error) {
	el, _, err := r.Child()
	return el.Name, err
}

// content consumes the current element, which must hold text only, and returns the
// text without blanks around it.
func (r *propertyReader) content() (string, error) {
	text, err := r.Content()
	return string(text), err
}

// propertySet reads the properties inside the root element.
func (r *propertyReader) propertySet() error {
	lines := map[string]int{}
	return r.Each(func(el xmlscan.Element) error {
		if el.Name != "property" {
			return r.unknown(el.Name, "<property-set>", "<property>")
		}
		line := r.Line()
		r.run = nil
		p, err := r.property()
		if err != nil {
			return err
		}
		if first, ok := lines[p.ID]; ok {
			return r.Errorf(line, "the property id %s is taken by the property in line %d; expected another id",
				printable.Quote(p.ID), first)
		}
		lines[p.ID] = line
		r.list, r.runs = append(r.list, p), append(r.runs, r.run)
		return nil
	})
}

// property reads one property. Parts that it does not understand, besides the id, are skipped, and the first such fault
// becomes Wrong.
func (r *propertyReader) property() (Property, error) {
	var p Property
	line := r.Line()
	seen := map[string]bool{}
	for {
		name, err := r.child()
		switch {
		case name == "" && err == nil:
			return r.finished(p, line)
		case name == "": // text between the elements
			err = r.wrong(&p, err, r.Depth()+1)
		case name == "id" && seen[name]:
			err = r.Errorf(r.Line(), "found a second <id> in one property; expected one")
		case name == "id":
			p.ID, err = r.content()
		default:
			depth := r.Depth()
			if err = r.part(&p, name, seen[name]); err != nil {
				err = r.wrong(&p, err, depth)
			}
		}
		if err != nil {
			return p, err
		}
		seen[name] = true
	}
}

// part reads an element of a property other than the id.
func (r *propertyReader) part(p *Property, name string, again bool) (err error) {
	if again {
		return r.Errorf(r.Line(), "found a second <%s> in one property; expected one", name)
	}
	switch name {
	case "description":
		p.Description, err = r.content()
	case "formula":
		p.Formula, p.Bound, err = r.formula()
	case "tags", "toolspecific":
		err = r.Skip()
	default:
		err = r.unknown(name, "<property>", "<id>, <description> or <formula>")
	}
	return err
}

// wrong makes a fault the one of p, unless p has one, and goes on behind the element
// of that depth. The error says that there is nothing to go on with.
func (r *propertyReader) wrong(p *Property, fault error, depth int) error {
	if err := r.Leave(depth); err != nil {
		return err
	}
	if p.Wrong == nil {
		p.Wrong = fault
	}
	return nil
}

// finished returns the property that began in the given line and has been read.
func (r *propertyReader) finished(p Property, line int) (Property, error) {
	if p.ID == "" {
		return p, r.Errorf(line, "the property has no id; expected <id> with a text")
	}
	if p.Wrong == nil && p.Formula == nil && p.Bound == nil {
		p.Wrong = r.Errorf(line, "property %s has no formula; expected <formula>", printable.Quote(p.ID))
	}
	if p.Wrong != nil {
		p.Formula, p.Bound = nil, nil
	}
	return p, nil
}

// formula reads the question: a place-bound or a state formula.
func (r *propertyReader) formula() (*Formula, *Sum, error) {
	line := r.Line()
	name, err := r.child()
	switch {
	case err != nil:
		return nil, nil, err
	case name == "":
		return nil, nil, r.Errorf(line, "<formula> is empty; expected a formula or <place-bound>")
	}
	r.linear, r.quantifiers = nil, nil
	var f *Formula
	var bound *Sum
	if name == "place-bound" {
		var s Sum
		if s, err = r.tokens(name); err == nil {
			s, err = collect(s.Terms, 0)
		}
		bound = &s
	} else {
		f, err = r.question(name)
	}
	if err == nil {
		err = r.last("formula")
	}
	if err != nil {
		return nil, nil, err
	}
	return f, bound, nil
}

// question reads the formula whose element is called name, as the logic has it.
func (r *propertyReader) question(name string) (*Formula, error) {
	m, err := r.truth(name)
	switch {
	case err != nil:
		return nil, err
	case m.formula != nil && m.formula.Linear():
		at := r.linear[0]
		return nil, r.Errorf(at.line, "<%s> stands outside of a path quantifier; expected <all-paths> or "+
			"<exists-path> around it", at.name)
	case m.run != nil && (r.logic == LTL || m.formula == nil):
		r.onlyLTL = true
		return m.run, nil
	}
	r.run, r.onlyCTL = m.run, r.onlyCTL || m.run == nil && m.formula.Temporal()
	return m.formula, nil
}

// last consumes the end tag of an element that has all its children.
func (r *propertyReader) last(in string) error {
	name, err := r.child()
	if err == nil && name != "" {
		return r.Errorf(r.Line(), "found <%s>; expected </%s>", name, in)
	}
	return err
}

func (r *propertyReader) unknown(name, in, expected string) error {
	return r.Errorf(r.Line(), "<%s> in %s is not understood; expected %s", name, in, expected)
}
