package greatspn

import (
	"io"
	"math"
	"strconv"
	"strings"

	"brim/internal/printable"
	"brim/petri/extended"
	"brim/petri/format/internal/scan"
)

// This file reads the text .net: a comment between bars, the numbers of things, and then the things, each with its
// position. Numbers refer to parameters where they are negative, and to places by their place in the list.

// inch is how many points of a drawing a unit of a .net has, which is six units of the editor's grid.
const inch = 6 * unit

// Begins reports whether a text begins like a .net of GreatSPN: with a bar.
func Begins(text string) bool { return strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "|") }

// Read reads a .net; file is its name in errors, and gives the net its name. What is wrong with the text is a
// *malformed.Error with line and column. The text may have 256 MiB.
func Read(r io.Reader, file string) (*extended.Net, error) {
	s, err := scan.Read(r, file)
	if err != nil {
		return nil, err
	}
	p := &parser{Source: s, b: scan.NewBuilder(scan.NameOf(file))}
	p.all()
	if p.err != nil {
		return nil, p.err
	}
	return p.b.Finish(s)
}

// A parser reads the words of a text, up to the first mistake, which it keeps; then all words are empty.
type parser struct {
	*scan.Source
	b      *scan.Builder
	at     int // where the next word begins, or blanks before it
	start  int // of the last word
	err    error
	params []int64 // of markings
	groups []int64 // priorities
}

// fail keeps an error about the text at an offset, if it is the first one.
func (p *parser) fail(at int, format string, args ...any) {
	if p.err == nil {
		p.err = p.Errorf(at, format, args...)
	}
}

// word returns the next word, which the text must have.
func (p *parser) word(expected string) string {
	if p.err != nil {
		return ""
	}
	rest := strings.TrimLeft(p.Text[p.at:], " \t\r\n")
	p.start = len(p.Text) - len(rest)
	end := strings.IndexAny(rest, " \t\r\n")
	if end < 0 {
		end = len(rest)
	}
	p.at = p.start + end
	if end == 0 {
		p.err = p.Expected(p.start, "", expected)
	}
	return rest[:end]
}

// whole returns the next word, which must be a whole number from least on.
func (p *parser) whole(expected string, least int64) int64 {
	w := p.word(expected)
	n, err := strconv.ParseInt(w, 10, 64)
	if p.err == nil && (err != nil || n < least) {
		p.err = p.Expected(p.start, w, expected)
	}
	return n
}

// count returns the next word, which must be a number of things, of which no text has more than bytes.
func (p *parser) count(expected string) int {
	n := p.whole(expected, 0)
	if n > int64(len(p.Text)) {
		p.fail(p.start, "there are %d things; the file has no room for as many", n)
		n = 0
	}
	return int(n)
}

// point returns the position that the next two words are.
func (p *parser) point() extended.Point {
	var c [2]float64
	for i := range c {
		w := p.word("a coordinate")
		x, err := strconv.ParseFloat(w, 64)
		if p.err == nil && (err != nil || x-x != 0) {
			p.err = p.Expected(p.start, w, "a coordinate")
		}
		c[i] = math.Round(x*inch*1000) / 1000
	}
	return extended.Point{X: c[0], Y: c[1]}
}

// layers skips the layers of a drawing that something is in, a list that ends in 0.
func (p *parser) layers() {
	for p.err == nil && p.whole("a layer, or 0", 0) != 0 {
	}
}

// colour returns what is left in the line behind a position, which only nets with colours have.
func (p *parser) colour() string {
	if p.err != nil {
		return ""
	}
	line, _, _ := strings.Cut(p.Text[p.at:], "\n")
	rest := strings.TrimSpace(line)
	if rest != "" {
		p.start = p.at + strings.Index(line, rest)
	}
	p.at += len(line)
	return rest
}

// all reads the whole text.
func (p *parser) all() {
	bar := strings.Index(p.Text, "|")
	if bar < 0 || !Begins(p.Text) {
		p.err = p.Hint(p.Errorf(0, "this does not begin with a bar; expected a .net of GreatSPN"))
		return
	}
	_, rest, ok := strings.Cut(p.Text[bar:], "\n|")
	if !ok {
		p.fail(len(p.Text), "the file ends in its comment; expected a second line that begins with a bar")
		return
	}
	p.at = len(p.Text) - len(rest)
	if end := strings.Index(rest, "\n"); end >= 0 {
		p.at += end
	}
	if w := p.word("f"); p.err == nil && w != "f" {
		p.err = p.Expected(p.start, w, "f and the numbers of things")
	}
	var n [6]int
	for i, what := range []string{"marking parameters", "places", "rate parameters", "transitions", "groups",
		"sets of colours"} {
		n[i] = p.count("the number of " + what)
	}
	p.colour() // a number of layers, which old files do not have
	for range n[0] {
		p.word("the name of a parameter")
		p.params = append(p.params, p.whole("the value of the parameter", math.MinInt64))
		p.point()
		p.colour()
	}
	p.places(n[1])
	for range n[2] {
		p.word("the name of a rate")
		p.word("the value of the rate")
		p.point()
		p.colour()
	}
	for range n[4] {
		p.word("the name of a group of immediate transitions")
		p.point()
		p.groups = append(p.groups, p.whole("the priority of the group, a number from 1 on", 1))
		p.colour()
	}
	for range n[3] {
		if p.err != nil {
			return
		}
		p.transition()
	}
}

// name returns the next word without the tags of composition behind it.
func (p *parser) name(expected string) string {
	name, _, _ := strings.Cut(p.word(expected), "|")
	return name
}

func (p *parser) places(n int) {
	taken := map[string]bool{}
	for range n {
		name := p.name("the name of a place")
		if p.err == nil && taken[name] {
			p.fail(p.start, "two places are called %s; expected different names", printable.Quote(name))
		}
		taken[name] = true
		tokens := p.value("the marking of place "+printable.Quote(name), math.MinInt64)
		at := p.point()
		p.point() // of the name
		p.layers()
		if colours := p.colour(); colours != "" {
			p.fail(p.start, "place %s has tokens of a colour, %s; only nets without colours are read",
				printable.Quote(name), printable.Quote(colours))
		}
		if p.err != nil {
			return
		}
		i := p.b.Place(name)
		p.b.Net.Places[i].Initial, p.b.Net.Places[i].At = tokens, &at
	}
}

// value returns the next number, or the value of the parameter that it refers to.
func (p *parser) value(what string, least int64) int64 {
	n := p.whole(what+", a whole number", least)
	if p.err != nil || n >= 0 {
		return n
	}
	if n < -10000 {
		p.fail(p.start, "%s is one of colours; only nets without colours are read", what)
		return 0
	}
	if n < -int64(len(p.params)) {
		p.fail(p.start, "%s is %d; expected a number, or −n for the parameter n of %d", what, n, len(p.params))
		return 0
	}
	v := p.params[-n-1]
	if v < 0 { // −7134 says that it has no value
		p.fail(p.start, "%s is a parameter that has no value, or a negative one; expected a number from 0 on", what)
	}
	return v
}

// transition reads a transition and its arcs.
func (p *parser) transition() {
	name := p.name("the name of a transition")
	if _, taken := p.b.Transitions[name]; taken && p.err == nil {
		p.fail(p.start, "two transitions are called %s; expected different names", printable.Quote(name))
	}
	quoted := printable.Quote(name)
	rate := p.word("the rate of transition " + quoted)
	if v, err := strconv.ParseFloat(rate, 64); err == nil && v == -510 {
		p.fail(p.start, "the rate of transition %s depends on the marking and may be 0; expected a number", quoted)
	}
	servers := p.whole("the servers of transition "+quoted+", 0 for as many as there can be", 0)
	group := p.whole("the group of transition "+quoted+", 0 for a timed one", 0)
	priority := int64(0)
	switch {
	case p.err != nil || group == 0 || group == 127 && servers == 0:
	case group > int64(len(p.groups)):
		p.fail(p.start, "transition %s is in group %d; expected one of %d groups", quoted, group, len(p.groups))
	default:
		priority = p.groups[group-1]
	}
	inputs := p.count("the number of input arcs")
	p.whole("an orientation from 0 to 3", 0)
	at := p.point()
	p.point() // of the name
	p.point() // of the rate
	p.layers()
	if guard := p.colour(); guard != "" {
		p.fail(p.start, "transition %s has a guard, %s; only nets without colours are read", quoted,
			printable.Quote(guard))
	}
	if rate == "*" {
		p.colour() // the end of the line of the transition
		p.at = min(p.at+1, len(p.Text))
		p.colour() // the distribution
	}
	if p.err != nil {
		return
	}
	t := p.b.Transition(name)
	p.b.Net.Transitions[t].Priority, p.b.Net.Transitions[t].At = priority, &at
	p.arcs(t, extended.Input, inputs)
	p.arcs(t, extended.Output, p.count("the number of output arcs"))
	p.arcs(t, extended.Inhibitor, p.count("the number of inhibitor arcs"))
}

// arcs reads n arcs of a kind between transition t and places.
func (p *parser) arcs(t int, kind extended.Kind, n int) {
	for range n {
		if p.err != nil {
			return
		}
		weight := p.whole("the weight of an arc", -math.MaxInt64)
		if weight < 0 { // drawn with a gap
			weight = -weight
		}
		const parameters = 20000 // from here on, weights refer to parameters
		if i := weight - parameters; p.err == nil && i >= 0 && i < int64(len(p.params)) {
			weight = p.params[i]
		}
		if weight < 1 {
			p.fail(p.start, "the weight of an arc is %d; expected a number from 1 on", weight)
		}
		place := p.whole("the number of a place", 1)
		if p.err == nil && place > int64(len(p.b.Net.Places)) {
			p.fail(p.start, "an arc ends at place %d; expected a number up to %d", place, len(p.b.Net.Places))
		}
		bends := p.count("the number of bends")
		p.layers()
		if colours := p.colour(); colours != "" {
			p.fail(p.start, "an arc has the weight %s; only nets without colours are read", printable.Quote(colours))
		}
		var via []extended.Point
		for range bends {
			if p.err != nil {
				return
			}
			via = append(via, p.point())
		}
		if p.err != nil {
			return
		}
		if kind != extended.Output { // the text has them from the transition on
			for i, k := 0, len(via)-1; i < k; i, k = i+1, k-1 {
				via[i], via[k] = via[k], via[i]
			}
		}
		p.b.Net.Arcs = append(p.b.Net.Arcs,
			extended.Arc{Place: int(place) - 1, Transition: t, Kind: kind, Weight: weight, Via: via})
	}
}
