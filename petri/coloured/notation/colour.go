package notation

import (
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"brim/internal/nearest"
	"brim/internal/printable"
	"brim/petri/coloured"
)

// ParseColour returns the colour of a sort that a text stands for: what ColourText returns, with blanks anywhere
// between its words; a constant also by its identifier, which comes before names; and a tuple also without the brackets
// around it. Errors say what was found and what was expected, with the nearest name if there is one.
func ParseColour(n *coloured.Net, sort int, text string) (int64, error) {
	colour, err := parseColour(n, sort, text)
	if err == nil || n.Sorts[sort].Kind != coloured.Product {
		return colour, err
	}
	bare, errBare := parseColour(n, sort, "("+text+")")
	if errBare == nil || !strings.HasPrefix(strings.TrimSpace(text), "(") {
		return bare, errBare
	}
	return 0, err
}

func parseColour(n *coloured.Net, sort int, text string) (int64, error) {
	p := colourParser{net: n, rest: text}
	colour, err := p.colour(sort)
	if err == nil && p.next() != end {
		return 0, fmt.Errorf("found %s behind a colour of %s; expected its end", printable.Quote(p.rest),
			n.SortText(sort))
	}
	return colour, err
}

// A colourParser reads what is left of a text.
type colourParser struct {
	net  *coloured.Net
	rest string
}

// end is what next returns at the end of the text.
const end = 0

// next skips blanks and returns the next byte.
func (p *colourParser) next() byte {
	if p.rest = strings.TrimSpace(p.rest); p.rest == "" {
		return end
	}
	return p.rest[0]
}

// colour reads a colour of a sort: a name, or for a product the colours of the parts with commas between them, in
// brackets.
func (p *colourParser) colour(sort int) (int64, error) {
	s := &p.net.Sorts[sort]
	if s.Kind != coloured.Product {
		name, quoted, err := p.name()
		if err != nil {
			return 0, err
		}
		return p.named(sort, name, quoted)
	}
	colour := int64(0)
	for i, part := range s.Parts {
		before, what := byte(','), "a comma"
		if i == 0 {
			before, what = '(', "an opening bracket"
		}
		if p.next() != before {
			return 0, p.unexpected(sort, what)
		}
		p.rest = p.rest[1:]
		c, err := p.colour(part)
		if err != nil {
			return 0, err
		}
		colour = colour*p.net.Sorts[part].Size + c
	}
	if p.next() != ')' {
		return 0, p.unexpected(sort, "a closing bracket")
	}
	p.rest = p.rest[1:]
	return colour, nil
}

func (p *colourParser) unexpected(sort int, what string) error {
	found := "the end"
	if p.rest != "" {
		found = printable.Quote(p.rest)
	}
	return fmt.Errorf("found %s; expected %s in a tuple of %d components of %s", found, what,
		len(p.net.Sorts[sort].Parts), p.net.SortText(sort))
}

// name reads a name, in quotes or up to a bracket or comma.
func (p *colourParser) name() (name string, quoted bool, err error) {
	if p.next() == '"' {
		text, err := strconv.QuotedPrefix(p.rest)
		if err == nil {
			name, err = strconv.Unquote(text)
		}
		if err != nil {
			return "", true, fmt.Errorf("found %s; expected a name with \\\" for a quote and \\\\ for a "+
				"backslash in it", printable.Quote(p.rest))
		}
		p.rest = p.rest[len(text):]
		return name, true, nil
	}
	i := strings.IndexAny(p.rest, "(),")
	if i < 0 {
		i = len(p.rest)
	}
	name, p.rest = strings.TrimSpace(p.rest[:i]), p.rest[i:]
	return name, false, nil
}

// named returns the colour of a sort that is no product.
func (p *colourParser) named(sort int, name string, quoted bool) (int64, error) {
	switch s := &p.net.Sorts[sort]; s.Kind {
	case coloured.Dot:
		if name == "dot" {
			return 0, nil
		}
		return 0, fmt.Errorf("found %s; expected dot", printable.Quote(name))
	case coloured.Range:
		v, err := strconv.ParseInt(name, 10, 64)
		if err != nil || quoted || v < s.Low || v > s.High {
			return 0, fmt.Errorf("found %s; expected an integer from %d to %d", printable.Quote(name), s.Low, s.High)
		}
		return v - s.Low, nil
	}
	c, ok, several := p.net.ConstantIndex(sort, name)
	switch {
	case several:
		return 0, fmt.Errorf("%s is the name of several constants of %s; expected an identifier of one",
			printable.Quote(name), p.net.SortText(sort))
	case ok:
		return c, nil
	case name == "":
		return 0, errors.New("found no colour; expected one of " + p.net.SortText(sort))
	}
	hint := ""
	if best, ok := nearest.Of(name, constantTexts(p.net, sort)); ok {
		hint = "; did you mean " + best + "?"
	}
	return 0, fmt.Errorf("%s has no colour %s%s", p.net.SortText(sort), printable.Quote(name), hint)
}

func constantTexts(n *coloured.Net, sort int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for c := range n.Sorts[sort].Constants {
			if !yield(n.ColourText(sort, int64(c))) {
				return
			}
		}
	}
}
