package andl

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"brim/petri/extended"
)

// The writer.

// Write writes a net of the class pn if it has no other arcs than input and output arcs, else of the class xpn. Names
// must be Valid, no node may have that of another; an error says what else the format does not have. Cost: linear.
func Write(w io.Writer, net *extended.Net) error {
	if err := fits(net); err != nil {
		return err
	}
	conditions, updates := make([][]string, len(net.Transitions)), make([][]string, len(net.Transitions))
	class := "pn"
	for _, a := range net.Arcs {
		of := &updates[a.Transition]
		var text string
		switch a.Kind {
		case extended.Input:
			text = fmt.Sprintf("- %d", a.Weight)
		case extended.Output:
			text = fmt.Sprintf("+ %d", a.Weight)
		case extended.Read:
			of, text = &conditions[a.Transition], fmt.Sprintf(">= %d", a.Weight)
		case extended.Inhibitor:
			of, text = &conditions[a.Transition], fmt.Sprintf("< %d", a.Weight)
		case extended.Reset:
			text = "= 0"
		}
		if a.Kind > extended.Output {
			class = "xpn"
		}
		*of = append(*of, fmt.Sprintf("[%s %s]", net.Places[a.Place].ID, text))
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s [%s]\n{\nplaces:\n", class, net.Name)
	for i := range net.Places {
		fmt.Fprintf(b, "  %s = %d;\n", net.Places[i].ID, net.Places[i].Initial)
	}
	fmt.Fprint(b, "\ntransitions:\n")
	for t := range net.Transitions {
		fmt.Fprintf(b, "  %s\n", net.Transitions[t].ID)
		for _, list := range [][]string{conditions[t], updates[t]} {
			fmt.Fprintln(b, strings.TrimRight("    : "+strings.Join(list, " & "), " "))
		}
		fmt.Fprintln(b, "    ;")
	}
	fmt.Fprintln(b, "\n}")
	return b.Flush()
}

// fits says what of a net the format does not have.
func fits(net *extended.Net) error {
	if strings.ContainsAny(net.Name, "]\n\r") || strings.TrimSpace(net.Name) != net.Name {
		return fmt.Errorf("andl: %q is no name of a net", net.Name)
	}
	names := map[string]bool{}
	check := func(id string) error {
		if !Valid(id) || names[id] {
			return fmt.Errorf("andl: %q is no name of a node, or that of two", id)
		}
		names[id] = true
		return nil
	}
	for i := range net.Places {
		if err := check(net.Places[i].ID); err != nil {
			return err
		}
		if net.Places[i].Capacity != extended.Unlimited {
			return fmt.Errorf("andl: place %q has a capacity", net.Places[i].ID)
		}
	}
	for i := range net.Transitions {
		if err := check(net.Transitions[i].ID); err != nil {
			return err
		}
	}
	if net.HasPriorities() {
		return fmt.Errorf("andl: the net has priorities")
	}
	return net.Check()
}
