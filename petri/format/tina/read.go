package tina

import (
	"io"

	"brim/internal/printable"
	"brim/petri/extended"
	"brim/petri/format/internal/scan"
	"brim/petri/timed"
)

// The reader of .net.

// Read reads a net in the textual format .net, with time if some transition has an interval other than [0,w[. Names
// that tr and pl mention are declared by that; those of pr and lb must be declared somewhere. What is wrong with the
// text is a *malformed.Error. Time and memory are linear.
func Read(r io.Reader, file string) (*timed.Document, error) {
	s, err := scan.Read(r, file)
	if err != nil {
		return nil, err
	}
	l, err := newLexer(s)
	if err != nil {
		return nil, s.Hint(err)
	}
	p := &parser{lexer: l, Builder: scan.NewBuilder(scan.NameOf(file)), marked: map[int]bool{}, times: intervals{}}
	for !l.ended() {
		if err := p.declaration(); err != nil {
			return nil, err
		}
	}
	if err := p.later(); err != nil {
		return nil, err
	}
	net, err := p.Finish(s)
	if err != nil {
		return nil, err
	}
	return p.times.document(net), nil
}

// ended reports whether the text is at its end.
func (l *lexer) ended() bool { return l.text == "" && !l.quoted }

// A parser reads declarations of .net.
type parser struct {
	*lexer
	*scan.Builder
	marked map[int]bool // places whose marking is known
	times  intervals
	labels []label
	orders []order
}

// A label and an order wait for the end of the text, since their nodes may be declared after them.
type (
	label struct{ node, text token }
	order struct{ first, then []token }
)

func (p *parser) declaration() error {
	keyword := p.token
	if keyword.quoted || !keywords[keyword.text] {
		return p.Hint(p.Expected(keyword.at, keyword.text, "net, pl, tr, pr, lb or nt"))
	}
	if err := p.next(); err != nil {
		return err
	}
	name, err := p.want("a name")
	if err != nil {
		return err
	}
	switch keyword.text {
	case "net":
		p.Net.Name = name.text
		return nil
	case "tr":
		return p.transition(name)
	case "pl":
		return p.place(name)
	case "pr":
		return p.priority(name)
	case "lb":
		text, err := p.want("a label")
		p.labels = append(p.labels, label{name, text})
		return err
	}
	return p.note()
}

// want returns the next token, which must be a name, and goes on.
func (p *parser) want(expected string) (token, error) {
	name := p.token
	if !name.name() {
		return name, p.Expected(name.at, name.text, expected)
	}
	return name, p.next()
}

// note skips what is written about the net: a number, and the text.
func (p *parser) note() error {
	if !p.is("0") && !p.is("1") {
		return p.Expected(p.token.at, p.text, "0 or 1, and the text of a note")
	}
	if err := p.next(); err != nil {
		return err
	}
	_, err := p.want("the text of a note")
	return err
}

// label returns the label that may follow a name.
func (p *parser) label() (string, error) {
	if !p.is(":") {
		return "", nil
	}
	if err := p.next(); err != nil {
		return "", err
	}
	text, err := p.want("a label")
	return text.text, err
}

// place reads what follows the name of a place.
func (p *parser) place(name token) error {
	if name.text == "" {
		return p.Errorf(name.at, "a place without a name; expected one")
	}
	i := p.Place(name.text)
	text, err := p.label()
	if err != nil {
		return err
	}
	if text != "" {
		p.Net.Places[i].Label = text
	}
	if p.is("(") {
		if p.marked[i] {
			return p.Errorf(p.token.at, "place %s has a second marking; expected one", printable.Quote(name.text))
		}
		p.marked[i] = true
		if p.Net.Places[i].Initial, err = p.between(")"); err != nil {
			return err
		}
	}
	return p.arcs(i, false)
}

// between goes over a sign and returns the number behind it, which ends in a sign.
func (p *parser) between(end string) (int64, error) {
	if err := p.next(); err != nil {
		return 0, err
	}
	n, err := p.number(0)
	if err == nil && !p.is(end) {
		err = p.Expected(p.token.at, p.text, end)
	}
	if err == nil {
		err = p.next()
	}
	return n, err
}

// number returns the next token, which must be a number.
func (p *parser) number(least int64) (int64, error) {
	t := p.token
	if t.quoted || t.text == "" || !isWord(t.text) {
		return 0, p.Expected(t.at, t.text, "a number")
	}
	n, err := p.Number(t.at, t.text, least, true)
	if err != nil {
		return 0, err
	}
	return n, p.next()
}

// transition reads what follows the name of a transition.
func (p *parser) transition(name token) error {
	if name.text == "" {
		return p.Errorf(name.at, "a transition without a name; expected one")
	}
	i := p.Transition(name.text)
	text, err := p.label()
	if err != nil {
		return err
	}
	if text != "" {
		p.Net.Transitions[i].Label = text
	}
	if p.is("[") || p.is("]") {
		if err := p.interval(i, name.text); err != nil {
			return err
		}
	}
	return p.arcs(i, true)
}

// arcs reads the arcs of a node, those into a transition before those out of it: of a transition places stand in
// front of the arrow and behind it, of a place transitions.
func (p *parser) arcs(node int, transition bool) error {
	begin := p.token.at
	for behind := false; ; {
		switch {
		case p.is("->"):
			if behind {
				return p.Errorf(p.token.at, "found a second ->; expected one")
			}
			behind = true
			if err := p.next(); err != nil {
				return err
			}
			begin = -1
		case p.name():
			if err := p.arc(node, transition, behind); err != nil {
				return err
			}
		case begin >= 0 && p.token.at != begin:
			return p.Expected(p.token.at, p.text, "->")
		default:
			return nil
		}
	}
}

// arc reads a place or transition in the arcs of a node, and its weight.
func (p *parser) arc(node int, transition, behind bool) error {
	name := p.token
	if name.text == "" {
		return p.Errorf(name.at, "an arc to a node without a name; expected one")
	}
	place := node
	if transition {
		place = p.Place(name.text)
	} else {
		node = p.Transition(name.text)
	}
	if err := p.next(); err != nil {
		return err
	}
	kind, weight := extended.Input, int64(1)
	if toPlace := transition == behind; toPlace {
		kind = extended.Output
	}
	sign := p.token
	switch {
	case sign.is("*"):
	case sign.is("?"), sign.is("?-"):
		if kind == extended.Output {
			return p.Expected(sign.at, sign.text, "*, since test and inhibitor arcs lead to a transition")
		}
		kind = extended.Read
		if sign.is("?-") {
			kind = extended.Inhibitor
		}
	case sign.is("!"), sign.is("!-"):
		return p.Errorf(sign.at, "stopwatch arcs are not supported; expected *, ? or ?-")
	default:
		p.Arc(kind, place, node, weight)
		return nil
	}
	if err := p.next(); err != nil {
		return err
	}
	weight, err := p.number(1)
	if err == nil {
		p.Arc(kind, place, node, weight)
	}
	return err
}
