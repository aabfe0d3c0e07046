package format

import (
	"strings"

	"brim/petri/extended"
	"brim/petri/format/petrify"
	"brim/petri/format/tina"
)

// What is special about some formats.

// adaptNDR gives all nodes positions, and labels one line.
func adaptNDR(net *extended.Net) {
	tina.Place(net)
	for i := range net.Places {
		oneLine(&net.Places[i].Label)
	}
	for i := range net.Transitions {
		oneLine(&net.Transitions[i].Label)
	}
}

// adaptWorkcraft gives all nodes positions, of which the others stay as they are unless one has none.
func adaptWorkcraft(net *extended.Net) {
	if placed(net) < len(net.Places)+len(net.Transitions) {
		tina.Place(net)
	}
}

func oneLine(label *string) {
	if !tina.ValidNDR(*label) {
		*label = line(*label, "")
	}
}

// petrifyNames says which names .g can hold: that depends on the other names.
func petrifyNames(net *extended.Net) naming {
	place, transition, fresh := petrify.Names(net)
	return naming{place: place, transition: transition, fresh: fresh, shared: true}
}

// line returns a text with single blanks in place of ends of lines, other blanks, and the characters of without.
func line(text, without string) string {
	blank := func(r rune) rune {
		if strings.ContainsRune(without, r) {
			return ' '
		}
		return r
	}
	return strings.Join(strings.Fields(strings.Map(blank, text)), " ")
}
