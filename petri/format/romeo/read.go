package romeo

import (
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"brim/internal/input"
	"brim/internal/printable"
	"brim/internal/xmlscan"
	"brim/malformed"
	"brim/petri/extended"
	"brim/petri/format/internal/scan"
	"brim/petri/timed"
)

// The reader. Since version 3, files have an element <romeo> with the version before the root.

// Begins reports whether a text begins like a file of Romeo.
func Begins(text string) bool {
	return strings.Contains(text, "<TPN ") || strings.Contains(text, "<TPN>")
}

// Read reads a net, with time if some transition has an interval other than [0, inf]. What is wrong with the text is a
// *malformed.Error with the line. Time and memory are linear.
func Read(r io.Reader, file string) (*timed.Document, error) {
	s, err := xmlscan.New(r, file, xmlscan.Config{Root: "TPN", Head: "romeo", Depth: 100, Latin1: true})
	if err != nil {
		return nil, err
	}
	p := &reader{Scanner: s, Builder: scan.NewBuilder(scan.NameOf(file)), places: map[string]int{},
		transitions: map[string]int{}}
	if err := p.document(); err != nil {
		var wrong *malformed.Error
		if errors.As(err, &wrong) && !p.begun {
			wrong.Msg += input.Hint(s.Start())
		}
		return nil, err
	}
	for _, a := range p.arcs {
		if err := p.join(a); err != nil {
			return nil, err
		}
	}
	p.net.Net = p.Net
	if err := p.net.Check(); err != nil {
		return nil, malformed.Line(file, 0, "%v", err)
	}
	return (&timed.Document{Timed: &p.net}).Simple(), nil
}

// A reader reads one file.
type reader struct {
	*xmlscan.Scanner
	*scan.Builder
	begun               bool
	net                 timed.Net
	places, transitions map[string]int // by id, which is a number in files of Romeo
	arcs                []arc
}

// An arc waits for its ends.
type arc struct {
	place, transition, kind string
	weight                  int64
	line                    int
}

// document reads all up to the end of the file.
func (p *reader) document() error {
	return p.Document(func(xmlscan.Element) error {
		p.begun = true
		return p.Mixed(func(el xmlscan.Element) error {
			if err := p.check(el); err != nil {
				return err
			}
			switch el.Name {
			case "place":
				return p.place(el)
			case "transition":
				return p.transition(el)
			case "arc":
				return p.arc(el)
			}
			return p.Skip()
		})
	})
}

// known lists the attributes that each element may have: those that are read, those that are refused where they say
// something, and names, costs, and what is observed or controlled, which have no bearing on what the net does.
var known = map[string][]string{
	"place": {"id", "identifier", "label", "initialMarking", "eft", "lft"},
	"transition": {"id", "identifier", "label", "eft", "lft", "eft_param", "lft_param", "speed", "guard", "priority",
		"cost", "obs", "unctrl"},
	"arc": {"place", "transition", "type", "weight", "inhibitingCondition", "tokenColor"},
}

// check refuses attributes of nodes and arcs that are not known.
func (p *reader) check(el xmlscan.Element) error {
	list, ok := known[el.Name]
	for _, a := range el.Attrs {
		if ok && !slices.Contains(list, a.Name) {
			return p.Errorf(p.Line(), "the attribute %s of <%s> is not understood; expected %s", a.Name, el.Name,
				strings.Join(list, ", "))
		}
	}
	return nil
}

// only refuses an attribute that has a value other than those that say nothing.
func (p *reader) only(el xmlscan.Element, what, attr string, nothing ...string) error {
	text, _ := el.Attr(attr)
	for _, n := range append(nothing, "") {
		if strings.TrimSpace(text) == n {
			return nil
		}
	}
	return p.Errorf(p.Line(), "%s=%s (%s) is not supported; expected none", attr, printable.Quote(text), what)
}

// number returns a number of at least least, or the one that stands for none.
func (p *reader) number(el xmlscan.Element, attr string, least, absent int64) (int64, error) {
	text, ok := el.Attr(attr)
	if text = strings.TrimSpace(text); !ok || text == "" {
		return absent, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least {
		return 0, p.Errorf(p.Line(),
			"<%s> has the %s %s; expected a whole number from %d to 2^63−1, as parameters are not supported",
			el.Name, attr, printable.Quote(text), least)
	}
	return n, nil
}

// node returns the id of a node and its label, to which the id is added if another node has it.
func (p *reader) node(el xmlscan.Element, ids, taken map[string]int) (id, label string, err error) {
	id, _ = el.Attr("id")
	label, _ = el.Attr("label")
	if _, twice := ids[id]; twice || id == "" {
		return "", "", p.Errorf(p.Line(), "<%s> has the id %s; expected one that no other has", el.Name,
			printable.Quote(id))
	}
	if label == "" {
		label = el.Name[:1] + id
	}
	if _, is := taken[label]; is {
		label += "_" + id
	}
	if _, is := taken[label]; is {
		return "", "", p.Errorf(p.Line(), "a second node is called %s; expected another label", printable.Quote(label))
	}
	return id, label, nil
}

func (p *reader) place(el xmlscan.Element) error {
	id, label, err := p.node(el, p.places, p.Places)
	if err != nil {
		return err
	}
	if err := errors.Join(
		p.only(el, "intervals of places", "eft", "0"), p.only(el, "intervals of places", "lft", "inf", "infini"),
	); err != nil {
		return first(err)
	}
	i := p.Place(label)
	p.places[id] = i
	place := &p.Net.Places[i]
	if place.Initial, err = p.number(el, "initialMarking", 0, 0); err != nil {
		return err
	}
	var at *extended.Point
	err = p.Mixed(func(el xmlscan.Element) error {
		switch el.Name {
		case "graphics":
			return p.position(&at)
		case "scheduling":
			if err := p.only(el, "scheduling of places", "gamma", "0", "-1"); err != nil {
				return err
			}
		}
		return p.Skip()
	})
	p.Net.Places[i].At = at
	return err
}

// first returns the first of joined errors.
func first(err error) error {
	if list, ok := err.(interface{ Unwrap() []error }); ok {
		return list.Unwrap()[0]
	}
	return err
}

func (p *reader) transition(el xmlscan.Element) error {
	id, label, err := p.node(el, p.transitions, p.Transitions)
	if err != nil {
		return err
	}
	for _, a := range [...]struct{ what, attr, nothing string }{
		{"parameters", "eft_param", ""}, {"parameters", "lft_param", ""}, {"speeds", "speed", "1"}, {"guards", "guard",
			""},
		{"priorities", "priority", "0"},
	} {
		if err := p.only(el, a.what, a.attr, a.nothing); err != nil {
			return err
		}
	}
	interval := timed.Interval{High: timed.Infinite}
	if interval.Low, err = p.number(el, "eft", 0, 0); err != nil {
		return err
	}
	// files of version 2 say infini
	if text, _ := el.Attr("lft"); strings.TrimSpace(text) != "inf" && strings.TrimSpace(text) != "infini" {
		if interval.High, err = p.number(el, "lft", 0, timed.Infinite); err != nil {
			return err
		}
	}
	if interval.Check() != nil {
		return p.Errorf(p.Line(), "transition %s has the interval %v; expected an end that is not before the beginning",
			printable.Quote(label), interval)
	}
	i := p.Transition(label)
	p.transitions[id] = i
	p.net.Intervals = append(p.net.Intervals, interval)
	var at *extended.Point
	err = p.Mixed(func(el xmlscan.Element) error {
		switch el.Name {
		case "graphics":
			return p.position(&at)
		case "update", "guard":
			line := p.Line()
			text, err := p.Content()
			if err == nil && strings.TrimSpace(string(text)) != "" {
				err = p.Errorf(line, "<%s> is not supported; expected that it is empty", el.Name)
			}
			return err
		}
		return p.Skip()
	})
	p.Net.Transitions[i].At = at
	return err
}

// position consumes graphics and keeps the position in it.
func (p *reader) position(at **extended.Point) error {
	return p.Mixed(func(el xmlscan.Element) error {
		if el.Name == "position" {
			var point extended.Point
			ok := true
			for attr, c := range map[string]*float64{"x": &point.X, "y": &point.Y} {
				text, _ := el.Attr(attr)
				v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
				*c, ok = v, ok && err == nil && !math.IsInf(v, 0) && !math.IsNaN(v)
			}
			if ok {
				*at = &point
			}
		}
		return p.Skip()
	})
}

func (p *reader) arc(el xmlscan.Element) (err error) {
	a := arc{line: p.Line()}
	a.place, _ = el.Attr("place")
	a.transition, _ = el.Attr("transition")
	a.kind, _ = el.Attr("type")
	if a.weight, err = p.number(el, "weight", 1, 1); err != nil {
		return err
	}
	if err := errors.Join(p.only(el, "conditions of inhibitor arcs", "inhibitingCondition"),
		p.only(el, "colours of tokens", "tokenColor", "-1")); err != nil {
		return first(err)
	}
	p.arcs = append(p.arcs, a)
	return p.Skip()
}

// kinds are the types of arcs.
var kinds = map[string]extended.Kind{
	"PlaceTransition": extended.Input, "TransitionPlace": extended.Output, "read": extended.Read,
	"logicalInhibitor": extended.Inhibitor, "flush": extended.Reset,
}

// join adds an arc to the net.
func (p *reader) join(a arc) error {
	place, isPlace := p.places[a.place]
	transition, isTransition := p.transitions[a.transition]
	kind, isKind := kinds[a.kind]
	switch {
	case a.kind == "timedInhibitor":
		return p.Errorf(a.line, "stopwatch arcs (timedInhibitor) are not supported; expected logicalInhibitor")
	case !isKind:
		return p.Errorf(a.line,
			"an arc of the unknown type %s; expected PlaceTransition, TransitionPlace, read, flush or logicalInhibitor",
			printable.Quote(a.kind))
	case !isPlace:
		return p.Errorf(a.line, "no place has the id %s%s", printable.Quote(a.place), scan.Meant(a.place, p.places))
	case !isTransition:
		return p.Errorf(a.line, "no transition has the id %s%s", printable.Quote(a.transition),
			scan.Meant(a.transition, p.transitions))
	case kind == extended.Reset:
		a.weight = 1
	}
	p.Arc(kind, place, transition, a.weight)
	return nil
}
