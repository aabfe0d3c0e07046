package petrify

import (
	"io"
	"strings"

	"brim/internal/printable"
	"brim/petri/extended"
	"brim/petri/format/internal/scan"
)

// The reader.

// Begins reports whether a text begins like a net in the format: with one of its directives, behind comments.
func Begins(text string) bool {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		if words := strings.Fields(line); len(words) > 0 {
			return declarations[words[0]] || words[0] == ".model" || words[0] == ".name" || words[0] == ".graph"
		}
	}
	return false
}

// declarations are the directives that declare signals and events.
var declarations = map[string]bool{".inputs": true, ".outputs": true, ".internal": true, ".dummy": true,
	".silent": true}

// Read reads a net. What is wrong with the text is a *malformed.Error. Time and memory are linear.
func Read(r io.Reader, file string) (*extended.Net, error) {
	s, err := scan.Read(r, file)
	if err != nil {
		return nil, err
	}
	p := &parser{Source: s, Builder: scan.NewBuilder(scan.NameOf(file)), events: map[string]string{},
		given: map[string]bool{}}
	if err := p.net(); err != nil {
		return nil, err
	}
	return p.Finish(s)
}

// A parser reads a net line by line.
type parser struct {
	*scan.Source
	*scan.Builder
	at     int               // behind the words
	words  []word            // of the current line that are not yet used
	end    int               // of the current line
	events map[string]string // by name of a signal or event: the directive that declares it
	given  map[string]bool   // places whose tokens are given
	graph  bool              // the graph was read
}

// A word is a word or sign of a line.
type word struct {
	text string
	at   int
}

// signs are words by themselves.
const signs = "{}<>,=()"

// line goes to the next line that is not empty, without its comment; false at the end of the text.
func (p *parser) line() bool {
	for p.at < len(p.Text) {
		line := p.Text[p.at:]
		if i := strings.IndexByte(line, '\n'); i >= 0 {
			line = line[:i]
		}
		start := p.at
		p.at = min(p.at+len(line)+1, len(p.Text))
		line, _, _ = strings.Cut(line, "#")
		p.end = start + len(strings.TrimRight(line, " \t\r"))
		p.words = split(start, line)
		if len(p.words) > 0 {
			return true
		}
	}
	p.words, p.end = nil, len(p.Text)
	return false
}

// split returns the words of a line that begins at an offset of the text.
func split(start int, line string) (words []word) {
	for i := 0; i < len(line); {
		switch {
		case strings.IndexByte(" \t\r", line[i]) >= 0:
			i++
			continue
		case strings.IndexByte(signs, line[i]) >= 0:
			words = append(words, word{line[i : i+1], start + i})
			i++
			continue
		}
		length := strings.IndexAny(line[i:], " \t\r"+signs)
		if length < 0 {
			length = len(line) - i
		}
		words = append(words, word{line[i : i+length], start + i})
		i += length
	}
	return words
}

// first returns the next word of the line; at its end an empty one.
func (p *parser) first() word {
	if len(p.words) == 0 {
		return word{at: p.end}
	}
	return p.words[0]
}

// next uses the next word of the line and returns it.
func (p *parser) next() word {
	w := p.first()
	p.words = p.words[min(1, len(p.words)):]
	return w
}

// wrong returns the error that a word stands where something else was expected.
func (p *parser) wrong(w word, expected string) error {
	if w.text == "" && w.at < len(p.Text) {
		return p.Errorf(w.at, "the line ends here; expected %s", expected)
	}
	return p.Expected(w.at, w.text, expected)
}

func (p *parser) expect(text string) error {
	if w := p.next(); w.text != text {
		return p.wrong(w, text)
	}
	return nil
}

func (p *parser) net() error {
	for p.line() {
		w := p.first()
		if !strings.HasPrefix(w.text, ".") {
			if !p.graph {
				return p.Hint(p.wrong(w, ".model, .inputs, .outputs, .internal, .dummy or .graph"))
			}
			if err := p.edges(); err != nil {
				return err
			}
			continue
		}
		p.next()
		switch {
		case w.text == ".end":
			return p.whole()
		case w.text == ".model" || w.text == ".name":
			p.Net.Name = strings.TrimSpace(p.Text[w.at+len(w.text) : p.end])
			continue
		case w.text == ".mode":
			p.words = nil
		case w.text == ".initial" && p.first().text == "state":
			p.words = nil
		case declarations[w.text] && !p.graph:
			if err := p.declare(w.text); err != nil {
				return err
			}
		case w.text == ".graph" && !p.graph:
			p.graph = true
		case w.text == ".marking" && p.graph:
			if err := p.marking(); err != nil {
				return err
			}
		case w.text == ".capacity" && p.graph:
			if err := p.capacities(); err != nil {
				return err
			}
		case w.text == ".state":
			return p.Errorf(w.at, "graphs of states are not supported; expected .graph and a net")
		case p.graph:
			return p.wrong(w, "a node, .marking, .capacity or .end")
		default:
			return p.wrong(w, ".model, .inputs, .outputs, .internal, .dummy or .graph")
		}
		if w := p.first(); w.text != "" {
			return p.wrong(w, "the end of the line")
		}
	}
	return p.whole()
}

// whole says what a file lacks that has ended.
func (p *parser) whole() error {
	if !p.graph {
		return p.Errorf(p.end, "the file ends without .graph; expected one")
	}
	return nil
}

// declare reads the names of signals or events.
func (p *parser) declare(directive string) error {
	if directive == ".silent" {
		directive = ".dummy"
	}
	for len(p.words) > 0 {
		w := p.next()
		if !isName(w.text) {
			return p.wrong(w, "the name of a signal or an event")
		}
		if before, twice := p.events[w.text]; twice && before != directive {
			return p.Errorf(w.at, "%s is declared by %s and by %s; expected one of them", printable.Quote(w.text),
				before, directive)
		}
		p.events[w.text] = directive
	}
	return nil
}

// isName reports whether a word can be the name of a signal, an event or a place.
func isName(s string) bool {
	return s != "" && !strings.Contains(signs, s) && s[0] != '.' && !strings.ContainsAny(s, "/")
}

// event returns the signal or event of a transition, "" of a place, and the ID of the transition. The error says that
// the word looks like a transition whose signal is not declared.
func (p *parser) event(w word) (name, id string, err error) {
	id = strings.TrimSuffix(w.text, "/0")
	name, instance, numbered := strings.Cut(id, "/")
	if numbered {
		if _, err := p.Number(w.at+len(name)+1, instance, 0, false); err != nil {
			return "", "", err
		}
	}
	if p.events[name] != "" {
		return name, id, nil
	}
	signal := strings.TrimRight(name, "+-~")
	if len(name)-len(signal) == 1 && p.events[signal] != "" && p.events[signal] != ".dummy" {
		return signal, id, nil
	}
	if numbered || id != w.text || signal != name {
		return "", "", p.Errorf(w.at, "the signal or event of %s is not declared; expected it in .inputs, .outputs, "+
			".internal or .dummy",
			printable.Quote(w.text))
	}
	return "", id, nil
}

// A node is a place or a transition.
type node struct {
	place bool
	index int
	id    string
}

// node reads the name of a node of the graph, which is declared by that.
func (p *parser) node() (node, error) {
	w := p.next()
	if w.text == "" || strings.Contains(signs, w.text) || w.text[0] == '.' {
		return node{}, p.wrong(w, "a place or a transition")
	}
	event, id, err := p.event(w)
	switch {
	case err != nil:
		return node{}, err
	case event == "":
		return node{true, p.Place(id), id}, nil
	}
	t := p.Transition(id)
	p.Net.Transitions[t].Silent = p.events[event] == ".dummy"
	return node{false, t, id}, nil
}

// edges reads a line of the graph: a node, and those to which arcs lead from it.
func (p *parser) edges() error {
	from, err := p.node()
	if err != nil {
		return err
	}
	for len(p.words) > 0 {
		at := p.first().at
		to, err := p.node()
		if err != nil {
			return err
		}
		weight, weighed := int64(1), p.first().text == "("
		if weighed {
			p.next()
			w := p.next()
			if weight, err = p.Number(w.at, w.text, 1, false); err != nil {
				return err
			}
			if err := p.expect(")"); err != nil {
				return err
			}
		}
		if err := p.connect(at, from, to, weight, weighed); err != nil {
			return err
		}
	}
	return nil
}

// connect adds an arc, and between two transitions the place of it.
func (p *parser) connect(at int, from, to node, weight int64, weighed bool) error {
	switch {
	case from.place && to.place:
		return p.Errorf(at, "an arc between the places %s and %s; expected a transition", printable.Quote(from.id),
			printable.Quote(to.id))
	case from.place:
		p.Arc(extended.Input, from.index, to.index, weight)
	case to.place:
		p.Arc(extended.Output, to.index, from.index, weight)
	default:
		id := implicit(from.id, to.id)
		if _, twice := p.Places[id]; twice {
			return p.Errorf(at, "a second arc from %s to %s; expected one", printable.Quote(from.id),
				printable.Quote(to.id))
		}
		if weighed {
			return p.Errorf(at, "an arc between two transitions with a weight; expected a place between them")
		}
		place := p.Place(id)
		p.Arc(extended.Output, place, from.index, 1)
		p.Arc(extended.Input, place, to.index, 1)
	}
	return nil
}

// implicit returns the name of the place of an arc between two transitions.
func implicit(from, to string) string { return "<" + from + "," + to + ">" }
