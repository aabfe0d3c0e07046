package tina

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"brim/petri/extended"
	"brim/petri/timed"
)

// The writer of .net.

// Write writes a net in the textual format .net: its places, then its transitions with their intervals and arcs, then
// its priorities. What the format does not have, as capacities, reset arcs, priorities by numbers, ages and weak
// semantics, must not be in the net: the caller makes a net that fits (package format); an error says what does not.
// Cost: linear.
func Write(w io.Writer, d *timed.Document) error {
	if err := fits(d); err != nil {
		return err
	}
	net := d.Net()
	b := bufio.NewWriter(w)
	if net.Name != "" {
		fmt.Fprintf(b, "net %s\n", quote(net.Name))
	}
	for i := range net.Places {
		p := &net.Places[i]
		fmt.Fprintf(b, "pl %s%s", quote(p.ID), labelled(p.Label))
		if p.Initial > 0 {
			fmt.Fprintf(b, " (%d)", p.Initial)
		}
		fmt.Fprintln(b)
	}
	in, out := make([][]extended.Arc, len(net.Transitions)), make([][]extended.Arc, len(net.Transitions))
	for _, a := range net.Arcs {
		if a.Kind == extended.Output {
			out[a.Transition] = append(out[a.Transition], a)
		} else {
			in[a.Transition] = append(in[a.Transition], a)
		}
	}
	for i := range net.Transitions {
		t := &net.Transitions[i]
		fmt.Fprintf(b, "tr %s%s%s", quote(t.ID), labelled(t.Label), written(d.Timed, i))
		for _, a := range in[i] {
			fmt.Fprintf(b, " %s%s", quote(net.Places[a.Place].ID), weight(a))
		}
		fmt.Fprint(b, " ->")
		for _, a := range out[i] {
			fmt.Fprintf(b, " %s%s", quote(net.Places[a.Place].ID), weight(a))
		}
		fmt.Fprintln(b)
	}
	for _, o := range net.Over {
		fmt.Fprintf(b, "pr %s > %s\n", quote(net.Transitions[o.First].ID), quote(net.Transitions[o.Then].ID))
	}
	return b.Flush()
}

func labelled(label string) string {
	if label == "" {
		return ""
	}
	return " : " + quote(label)
}

// weight returns what follows the name of the place in an arc.
func weight(a extended.Arc) string {
	switch {
	case a.Kind == extended.Read:
		return fmt.Sprintf("?%d", a.Weight)
	case a.Kind == extended.Inhibitor:
		return fmt.Sprintf("?-%d", a.Weight)
	case a.Weight == 1:
		return ""
	}
	return fmt.Sprintf("*%d", a.Weight)
}

// fits says what of a net Tina's formats do not have.
func fits(d *timed.Document) error {
	if err := d.Check(); err != nil {
		return err
	}
	switch {
	case d.Arcs != nil:
		return errors.New("tina: the net is a timed-arc net")
	case d.Timed != nil && (d.Timed.Weak || d.Timed.Memory != timed.Intermediate):
		return errors.New("tina: the semantics of time is not strong and intermediate")
	}
	net := d.Net()
	for i := range net.Places {
		if net.Places[i].Capacity != extended.Unlimited {
			return fmt.Errorf("tina: place %q has a capacity", net.Places[i].ID)
		}
	}
	for i := range net.Transitions {
		if net.Transitions[i].Priority != net.Transitions[0].Priority {
			return fmt.Errorf("tina: transition %q has a priority by number", net.Transitions[i].ID)
		}
	}
	for _, a := range net.Arcs {
		if a.Kind == extended.Reset {
			return fmt.Errorf("tina: transition %q has a reset arc", net.Transitions[a.Transition].ID)
		}
	}
	return nil
}
