package petrify

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"brim/petri/extended"
)

// The writer.

// Write writes a net with input and output arcs and capacities whose names are as Names wants them; an error says what
// the format does not have. Transitions that are not silent are declared by .outputs, as the events of nets that are no
// signal transition graphs are, too. Cost: linear.
func Write(w io.Writer, net *extended.Net) error {
	if err := fits(net); err != nil {
		return err
	}
	arrows := implicitPlaces(net, func(int) bool { return true })
	b := bufio.NewWriter(w)
	if net.Name != "" {
		fmt.Fprintf(b, ".model %s\n", net.Name)
	}
	declare(b, ".outputs", net, false)
	declare(b, ".dummy", net, true)
	fmt.Fprintln(b, ".graph")
	places, transitions := lines(net, arrows)
	for i := range net.Places {
		if !arrows[i] {
			fmt.Fprintln(b, net.Places[i].ID+places[i])
		}
	}
	for i := range net.Transitions {
		fmt.Fprintln(b, net.Transitions[i].ID+transitions[i])
	}
	tokens(b, net)
	return b.Flush()
}

// tokens writes the capacities, the initial marking and the end.
func tokens(b *bufio.Writer, net *extended.Net) {
	first := true
	for i := range net.Places {
		if p := &net.Places[i]; p.Capacity != extended.Unlimited {
			if first {
				fmt.Fprint(b, ".capacity")
				first = false
			}
			fmt.Fprintf(b, " %s=%d", p.ID, p.Capacity)
		}
	}
	if !first {
		fmt.Fprintln(b)
	}
	fmt.Fprint(b, ".marking {")
	for i := range net.Places {
		switch p := &net.Places[i]; {
		case p.Initial == 1:
			fmt.Fprint(b, " ", p.ID)
		case p.Initial > 1:
			fmt.Fprintf(b, " %s=%d", p.ID, p.Initial)
		}
	}
	fmt.Fprint(b, " }\n.end\n")
}

// declare writes the signals and events of the transitions that are silent, or of those that are not.
func declare(b *bufio.Writer, directive string, net *extended.Net, silent bool) {
	seen := map[string]bool{}
	for i := range net.Transitions {
		if t := &net.Transitions[i]; t.Silent == silent {
			if event, _ := eventOf(t.ID, silent); !seen[event] {
				if len(seen) == 0 {
					fmt.Fprint(b, directive)
				}
				seen[event] = true
				fmt.Fprint(b, " ", event)
			}
		}
	}
	if len(seen) > 0 {
		fmt.Fprintln(b)
	}
}

// lines returns what follows the name of each node in the graph: the nodes to which arcs lead.
func lines(net *extended.Net, arrows []bool) (places, transitions []string) {
	from, to := make([]strings.Builder, len(net.Places)), make([]strings.Builder, len(net.Transitions))
	source := make([]int, len(net.Places)) // of arcs between two transitions
	for _, a := range net.Arcs {
		if a.Kind == extended.Output && arrows[a.Place] {
			source[a.Place] = a.Transition
		}
	}
	for _, a := range net.Arcs {
		weight := ""
		if a.Weight > 1 {
			weight = fmt.Sprintf("(%d)", a.Weight)
		}
		switch {
		case a.Kind == extended.Output && !arrows[a.Place]:
			to[a.Transition].WriteString(" " + net.Places[a.Place].ID + weight)
		case a.Kind == extended.Input && arrows[a.Place]:
			to[source[a.Place]].WriteString(" " + net.Transitions[a.Transition].ID)
		case a.Kind == extended.Input:
			from[a.Place].WriteString(" " + net.Transitions[a.Transition].ID + weight)
		}
	}
	for i := range from {
		places = append(places, from[i].String())
	}
	for i := range to {
		transitions = append(transitions, to[i].String())
	}
	return places, transitions
}

// fits says what of a net the format does not have.
func fits(net *extended.Net) error {
	if strings.ContainsAny(net.Name, "#\n\r") || strings.TrimSpace(net.Name) != net.Name {
		return fmt.Errorf("petrify: %q is no name of a net", net.Name)
	}
	place, transition, _ := Names(net)
	names := map[string]bool{}
	for i := range net.Places {
		if id := net.Places[i].ID; !place(i) || names[id] {
			return fmt.Errorf("petrify: %q is no name of a place", id)
		}
		names[net.Places[i].ID] = true
	}
	for i := range net.Transitions {
		if id := net.Transitions[i].ID; !transition(i) || names[id] {
			return fmt.Errorf("petrify: %q is no name of a transition", id)
		}
	}
	if net.HasPriorities() {
		return fmt.Errorf("petrify: the net has priorities")
	}
	for _, a := range net.Arcs {
		if a.Kind != extended.Input && a.Kind != extended.Output {
			return fmt.Errorf("petrify: transition %q has a read, inhibitor or reset arc",
				net.Transitions[a.Transition].ID)
		}
	}
	return net.Check()
}
