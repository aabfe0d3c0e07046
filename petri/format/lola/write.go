package lola

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"brim/petri/extended"
)

// The writer.

// Valid reports whether a place or transition can have the name.
func Valid(name string) bool {
	return name != "" && utf8.ValidString(name) && !keywords[name] && !highLevel[name] && name[0] != '/' &&
		!strings.ContainsFunc(name, func(r rune) bool { return isDelimiter(r) || !unicode.IsPrint(r) })
}

// Write writes a net with input and output arcs only, whose names are Valid; an error says what the format does not
// have. Cost: linear.
func Write(w io.Writer, net *extended.Net) error {
	if err := fits(net); err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	list := func(word string, items []string) {
		fmt.Fprintf(b, "%s %s;\n", word, strings.Join(items, ", "))
	}
	var places, marked []string
	for i := range net.Places {
		p := &net.Places[i]
		places = append(places, p.ID)
		if p.Initial > 0 {
			marked = append(marked, fmt.Sprintf("%s: %d", p.ID, p.Initial))
		}
	}
	list("PLACE", places)
	list("MARKING", marked)
	sides := [2][][]string{make([][]string, len(net.Transitions)), make([][]string, len(net.Transitions))}
	for _, a := range net.Arcs {
		of := &sides[a.Kind][a.Transition]
		*of = append(*of, fmt.Sprintf("%s: %d", net.Places[a.Place].ID, a.Weight))
	}
	for t := range net.Transitions {
		fmt.Fprintf(b, "TRANSITION %s\n", net.Transitions[t].ID)
		list("  CONSUME", sides[extended.Input][t])
		list("  PRODUCE", sides[extended.Output][t])
	}
	return b.Flush()
}

// fits says what of a net the format does not have.
func fits(net *extended.Net) error {
	for i := range net.Places {
		p := &net.Places[i]
		switch {
		case p.Capacity != extended.Unlimited:
			return fmt.Errorf("lola: place %q has a capacity", p.ID)
		case !Valid(p.ID):
			return fmt.Errorf("lola: %q is no name of a place", p.ID)
		}
	}
	for i := range net.Transitions {
		if id := net.Transitions[i].ID; !Valid(id) {
			return fmt.Errorf("lola: %q is no name of a transition", id)
		}
	}
	if net.HasPriorities() {
		return fmt.Errorf("lola: the net has priorities")
	}
	for _, a := range net.Arcs {
		if a.Kind != extended.Input && a.Kind != extended.Output {
			return fmt.Errorf("lola: transition %q has an arc that neither consumes nor produces",
				net.Transitions[a.Transition].ID)
		}
	}
	return net.Check()
}
