package tina

import (
	"io"
	"math"
	"strconv"
	"strings"

	"brim/internal/printable"
	"brim/petri/extended"
	"brim/petri/format/internal/scan"
	"brim/petri/timed"
)

// The reader of .ndr, of which each line declares a node, an edge or the net.

// BeginsNDR reports whether a text begins like one in the format .ndr: with a node at a position.
func BeginsNDR(text string) bool {
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(line, "#") {
			continue
		}
		if len(words) < 6 || words[0] != "p" && words[0] != "t" {
			return words[0] == "h" && len(words) > 1
		}
		_, err := strconv.ParseFloat(words[1], 64)
		_, err2 := strconv.ParseFloat(words[2], 64)
		return err == nil && err2 == nil
	}
	return false
}

// ReadNDR is Read for the graphic format .ndr, with the positions of nodes.
func ReadNDR(r io.Reader, file string) (*timed.Document, error) {
	s, err := scan.Read(r, file)
	if err != nil {
		return nil, err
	}
	d := &drawing{Source: s, Builder: scan.NewBuilder(scan.NameOf(file)), times: intervals{}}
	at := 0
	for line := range strings.Lines(s.Text) {
		if !strings.HasPrefix(line, "#") {
			if err := d.line(at, line); err != nil {
				return nil, err
			}
		}
		at += len(line)
	}
	net, err := d.Finish(s)
	if err != nil {
		return nil, err
	}
	return d.times.document(net), nil
}

// A drawing is a net that is read line by line.
type drawing struct {
	*scan.Source
	*scan.Builder
	times  intervals
	fields []token // of the current line
	end    int     // of the current line
}

// line reads one line, which begins at an offset of the text.
func (d *drawing) line(at int, line string) (err error) {
	line = strings.TrimRight(line, " \t\r\n")
	d.end = at + len(line)
	if d.fields, err = d.split(at, line); err != nil || len(d.fields) == 0 {
		return err
	}
	first := d.fields[0]
	switch {
	case first.is("p"):
		return d.place()
	case first.is("t"):
		return d.transition()
	case first.is("e"):
		return d.edge()
	case first.is("h"):
		name, err := d.field(1, "the name of the net")
		d.Net.Name = name.text
		return err
	case first.is("n"): // a note
		return nil
	}
	return d.Hint(d.Expected(first.at, first.text, "a line that begins with p, t, e, n or h"))
}

// split returns the fields of a line, between blanks; those in braces without them.
func (d *drawing) split(at int, line string) (fields []token, err error) {
	l := &lexer{Source: &scan.Source{File: d.File, Text: d.Text[:at+len(line)]}, at: at}
	for {
		for l.at < len(l.Text) && (l.Text[l.at] == ' ' || l.Text[l.at] == '\t' || l.Text[l.at] == '\r') {
			l.at++
		}
		if l.at == len(l.Text) {
			return fields, nil
		}
		l.token = token{at: l.at}
		if l.Text[l.at] == '{' {
			if err := l.braces(); err != nil {
				return nil, err
			}
		} else {
			length := strings.IndexAny(l.Text[l.at:], " \t\r{")
			if length < 0 {
				length = len(l.Text) - l.at
			}
			l.text = l.Text[l.at : l.at+length]
			l.at += length
		}
		fields = append(fields, l.token)
	}
}

// field returns a field of the line, which must be there.
func (d *drawing) field(i int, expected string) (token, error) {
	if i >= len(d.fields) {
		return token{}, d.Errorf(d.end, "the line ends here; expected %s", expected)
	}
	return d.fields[i], nil
}

// node returns the position and the name of a node, which no other node has.
func (d *drawing) node() (at *extended.Point, name token, err error) {
	at = &extended.Point{}
	for i, c := range []*float64{&at.X, &at.Y} {
		f, err := d.field(i+1, "the position of a node")
		if err != nil {
			return nil, name, err
		}
		*c, err = strconv.ParseFloat(f.text, 64)
		if err != nil || math.IsInf(*c, 0) || math.IsNaN(*c) || f.quoted {
			return nil, name, d.Expected(f.at, f.text, "a coordinate")
		}
	}
	if name, err = d.field(3, "the name of a node"); err != nil {
		return nil, name, err
	}
	_, place := d.Places[name.text]
	_, transition := d.Transitions[name.text]
	switch {
	case name.text == "":
		return nil, name, d.Errorf(name.at, "a node without a name; expected one")
	case place || transition:
		return nil, name, d.Errorf(name.at, "a second node is called %s", printable.Quote(name.text))
	}
	return at, name, nil
}

// place reads p x y name marking anchor, and a label with its anchor behind it.
func (d *drawing) place() error {
	at, name, err := d.node()
	if err != nil {
		return err
	}
	marking, err := d.field(4, "the marking of a place")
	if err != nil {
		return err
	}
	initial, err := d.Number(marking.at, marking.text, 0, true)
	if err != nil {
		return err
	}
	p := &d.Net.Places[d.Place(name.text)]
	p.At, p.Initial = at, initial
	if len(d.fields) > 7 {
		p.Label = d.fields[6].text
	}
	return nil
}

// transition reads t x y name eft lft anchor, or t x y name anchor eft lft anchor label anchor.
func (d *drawing) transition() error {
	at, name, err := d.node()
	if err != nil {
		return err
	}
	interval := 4
	if len(d.fields) > 7 {
		interval = 5
	}
	from, err := d.field(interval, "the time interval of a transition")
	if err != nil {
		return err
	}
	to, err := d.field(interval+1, "the end of the time interval of a transition")
	if err != nil {
		return err
	}
	i, err := d.drawnInterval(name.text, from, to)
	if err != nil {
		return err
	}
	index := d.Transition(name.text)
	d.times[index] = i
	t := &d.Net.Transitions[index]
	t.At = at
	if len(d.fields) > 9 {
		t.Label = d.fields[8].text
	}
	return nil
}

// edge reads e node node weight anchor, or e node angle radius node angle radius weight anchor.
func (d *drawing) edge() error {
	target := 2
	if len(d.fields) > 7 {
		target = 4
	}
	var ends [2]token
	var places, transitions [2]int
	var isPlace, isTransition [2]bool
	for i, at := range []int{1, target} {
		end, err := d.field(at, "the name of a node")
		if err != nil {
			return err
		}
		ends[i] = end
		places[i], isPlace[i] = d.Places[end.text]
		transitions[i], isTransition[i] = d.Transitions[end.text]
		if !isPlace[i] && !isTransition[i] {
			meant := scan.Meant(end.text, d.Places)
			if meant == "" {
				meant = scan.Meant(end.text, d.Transitions)
			}
			return d.Errorf(end.at, "there is no node %s above%s", printable.Quote(end.text), meant)
		}
	}
	at := target + 1
	if len(d.fields) > 7 {
		at = target + 3
	}
	inscription, err := d.field(at, "the weight of an edge")
	if err != nil {
		return err
	}
	switch {
	case isPlace[0] && isPlace[1]:
		return d.Errorf(ends[1].at, "an edge between two places; expected a transition")
	case isTransition[0] && isTransition[1]:
		d.Net.Over = append(d.Net.Over, extended.Priority{First: transitions[0], Then: transitions[1]})
		return nil
	case isTransition[0]:
		return d.drawn(inscription, extended.Output, places[1], transitions[0])
	}
	return d.drawn(inscription, extended.Input, places[0], transitions[1])
}

// drawn adds an arc with what stands beside it: its weight, behind the sign of its kind.
func (d *drawing) drawn(inscription token, kind extended.Kind, place, transition int) error {
	sign := len(inscription.text) - len(strings.TrimLeft(inscription.text, "?!-"))
	switch s := inscription.text[:sign]; {
	case s == "":
	case strings.HasPrefix(s, "!"):
		return d.Errorf(inscription.at, "stopwatch arcs are not supported; expected a weight, ? or ?-")
	case kind == extended.Output:
		return d.Expected(inscription.at, inscription.text,
			"a weight, since test and inhibitor arcs lead to a transition")
	case s == "?":
		kind = extended.Read
	case s == "?-":
		kind = extended.Inhibitor
	}
	weight, err := d.Number(inscription.at+sign, inscription.text[sign:], 1, true)
	if err == nil {
		d.Arc(kind, place, transition, weight)
	}
	return err
}
