package petrify

import (
	"strings"

	"brim/internal/printable"
	"brim/petri/format/internal/scan"
)

// The directives that say numbers of places.

// known reads a place of the graph, by its name or by the transitions at both ends of an arc.
func (p *parser) known() (int, word, error) {
	w := p.next()
	name := w.text
	if w.text == "<" {
		var ids [2]string
		for i, sign := range []string{",", ">"} {
			end := p.next()
			event, id, err := p.event(end)
			switch {
			case err != nil:
				return 0, w, err
			case event == "":
				return 0, w, p.wrong(end, "a transition")
			}
			ids[i] = id
			if err := p.expect(sign); err != nil {
				return 0, w, err
			}
		}
		name = implicit(ids[0], ids[1])
	}
	if !strings.HasPrefix(name, "<") && !isName(name) {
		return 0, w, p.wrong(w, "a place")
	}
	place, ok := p.Places[name]
	if !ok {
		return 0, w, p.Errorf(w.at, "there is no place %s in the graph%s", printable.Quote(name),
			scan.Meant(name, p.Places))
	}
	return place, w, nil
}

// value reads a number behind an equals sign.
func (p *parser) value() (int64, error) {
	if err := p.expect("="); err != nil {
		return 0, err
	}
	w := p.next()
	return p.Number(w.at, w.text, 0, false)
}

// marking reads the initial marking between braces, which may have several lines.
func (p *parser) marking() error {
	if err := p.expect("{"); err != nil {
		return err
	}
	for {
		for len(p.words) == 0 {
			if !p.line() {
				return p.wrong(p.first(), "a place or }")
			}
		}
		if p.first().text == "}" {
			p.next()
			return nil
		}
		place, w, err := p.known()
		if err != nil {
			return err
		}
		tokens := int64(1)
		if p.first().text == "=" {
			if tokens, err = p.value(); err != nil {
				return err
			}
		}
		id := p.Net.Places[place].ID
		if p.given[id] {
			return p.Errorf(w.at, "the tokens of place %s are given twice; expected them once", printable.Quote(id))
		}
		p.given[id] = true
		p.Net.Places[place].Initial = tokens
	}
}

// capacities reads the capacities of places up to the end of the line.
func (p *parser) capacities() error {
	for len(p.words) > 0 {
		place, _, err := p.known()
		if err != nil {
			return err
		}
		if p.Net.Places[place].Capacity, err = p.value(); err != nil {
			return err
		}
	}
	return nil
}
