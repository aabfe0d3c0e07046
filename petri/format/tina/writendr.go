package tina

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"brim/petri/extended"
	"brim/petri/timed"
)

// The writer of .ndr.

// Place gives all nodes positions that .ndr can hold: those without one stand in rows below the others, and all are
// moved so that no coordinate is negative.
func Place(net *extended.Net) {
	const left, top, wide, high, columns = 60, 60, 110, 80, 8
	var all []**extended.Point
	for i := range net.Places {
		all = append(all, &net.Places[i].At)
	}
	for i := range net.Transitions {
		all = append(all, &net.Transitions[i].At)
	}
	var least, most extended.Point
	for _, at := range all {
		if *at != nil && (*at).X-(*at).X == 0 && (*at).Y-(*at).Y == 0 {
			least.X, least.Y = min(least.X, (*at).X), min(least.Y, (*at).Y)
			most.Y = max(most.Y, (*at).Y)
		} else {
			*at = nil
		}
	}
	begin, n := most.Y-least.Y+top, 0
	for _, at := range all {
		if *at != nil {
			*at = &extended.Point{X: (*at).X - least.X, Y: (*at).Y - least.Y}
			continue
		}
		*at = &extended.Point{X: left + float64(n%columns)*wide, Y: begin + float64(n/columns)*high}
		n++
	}
}

// WriteNDR writes a net in the graphic format .ndr. All nodes must have positions that are not negative; see Place. The
// places come first, then transitions, arcs, priorities, and the name of the net. What the format does not have must
// not be in the net; an error says what is. Cost: linear.
func WriteNDR(w io.Writer, d *timed.Document) error {
	if err := fits(d); err != nil {
		return err
	}
	net := d.Net()
	if err := placed(net); err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	for i := range net.Places {
		p := &net.Places[i]
		fmt.Fprintf(b, "p %s %s %d n", position(p.At), quote(p.ID), p.Initial)
		if p.Label != "" {
			fmt.Fprintf(b, " %s s", quote(p.Label))
		}
		fmt.Fprintln(b)
	}
	for i := range net.Transitions {
		t := &net.Transitions[i]
		if t.Label == "" {
			fmt.Fprintf(b, "t %s %s %s n\n", position(t.At), quote(t.ID), drawnTimes(d.Timed, i))
		} else {
			fmt.Fprintf(b, "t %s %s n %s s %s e\n", position(t.At), quote(t.ID), drawnTimes(d.Timed, i), quote(t.Label))
		}
	}
	for _, a := range net.Arcs {
		from, to := quote(net.Places[a.Place].ID), quote(net.Transitions[a.Transition].ID)
		if a.Kind == extended.Output {
			from, to = to, from
		}
		sign := map[extended.Kind]string{extended.Read: "?", extended.Inhibitor: "?-"}[a.Kind]
		fmt.Fprintf(b, "e %s %s %s%d n\n", from, to, sign, a.Weight)
	}
	for _, o := range net.Over {
		fmt.Fprintf(b, "e %s %s 1 n\n", quote(net.Transitions[o.First].ID), quote(net.Transitions[o.Then].ID))
	}
	fmt.Fprintf(b, "h %s\n", quote(net.Name))
	return b.Flush()
}

// ValidNDR reports whether .ndr can hold a name or a label: it stands in one line.
func ValidNDR(text string) bool { return !strings.ContainsAny(text, "\n\r") }

// placed says which node has no position that the format can hold, or shares its name.
func placed(net *extended.Net) error {
	names := map[string]bool{}
	check := func(id string, at *extended.Point) error {
		switch {
		case at == nil || !(at.X >= 0 && at.Y >= 0) || at.X-at.X != 0 || at.Y-at.Y != 0:
			return fmt.Errorf("tina: node %q has no position", id)
		case names[id]:
			return fmt.Errorf("tina: two nodes are called %q", id)
		case !ValidNDR(id):
			return fmt.Errorf("tina: %q is no name of a node", id)
		}
		names[id] = true
		return nil
	}
	for i := range net.Places {
		if err := check(net.Places[i].ID, net.Places[i].At); err != nil {
			return err
		}
		if !ValidNDR(net.Places[i].Label) {
			return fmt.Errorf("tina: place %q has a label of several lines", net.Places[i].ID)
		}
	}
	for i := range net.Transitions {
		if err := check(net.Transitions[i].ID, net.Transitions[i].At); err != nil {
			return err
		}
		if !ValidNDR(net.Transitions[i].Label) {
			return fmt.Errorf("tina: transition %q has a label of several lines", net.Transitions[i].ID)
		}
	}
	return nil
}

func position(at *extended.Point) string {
	return strconv.FormatFloat(at.X, 'f', -1, 64) + " " + strconv.FormatFloat(at.Y, 'f', -1, 64)
}
