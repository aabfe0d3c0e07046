package workcraft

import (
	"archive/zip"
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"brim/petri/extended"
)

// This file writes a net as Workcraft does: a model, its drawing, what is selected, and what the files are called.

// mostConnections is how many connections are written at most, one for each token that an arc moves.
const mostConnections = 1 << 20

// Parts of the archive that all nets share. The identifier is that of the format of all models since 2010.
const (
	declaration = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>` + "\n"
	metaText    = declaration + `<workcraft-meta>
  <descriptor class="org.workcraft.plugins.petri.PetriDescriptor"/>
  <math entry-name="model.xml" format-uuid="6ea20f69-c9c4-4888-9124-252fe4345309"/>
  <visual entry-name="visualModel.xml" format-uuid="6ea20f69-c9c4-4888-9124-252fe4345309"/>
</workcraft-meta>
`
	stateText = declaration + `<workcraft-state>
  <level ref="0"/>
  <selection/>
</workcraft-state>
`
)

// Write writes a Petri net with input and output arcs in which all nodes have positions. Names must be Valid, no node
// may have that of another; an error says what else the format does not have, or that the net is too large for it: more
// than 2³¹−1 tokens in a place, 2²⁰ connections, or a text of 256 MiB. Which transitions are silent is not written,
// since only signal transition graphs have dummies. Cost: linear in the sum of the weights.
func Write(w io.Writer, net *extended.Net) error {
	if err := fits(net); err != nil {
		return fmt.Errorf("workcraft: %w", err)
	}
	z := zip.NewWriter(w)
	for _, part := range []struct {
		name  string
		write func(*bufio.Writer)
	}{
		{"model.xml", func(b *bufio.Writer) { writeModel(b, net) }},
		{"visualModel.xml", func(b *bufio.Writer) { writeDrawing(b, net) }},
		{"state.xml", func(b *bufio.Writer) { b.WriteString(stateText) }},
		{"meta", func(b *bufio.Writer) { b.WriteString(metaText) }},
	} {
		entry, err := z.Create(part.name)
		if err != nil {
			return err
		}
		b := bufio.NewWriter(&limited{entry, mostText})
		part.write(b)
		if err := b.Flush(); err != nil {
			return err
		}
	}
	return z.Close()
}

// limited refuses more bytes than can be read again.
type limited struct {
	io.Writer
	left int
}

func (l *limited) Write(data []byte) (int, error) {
	if l.left -= len(data); l.left < 0 {
		return 0, fmt.Errorf("workcraft: the net needs a text of more than %d MiB", mostText>>20)
	}
	return l.Writer.Write(data)
}

// Valid reports whether a node can have the name: letters, digits and underscores, and no digit in front. The longer
// names that are read are paths of nodes on pages.
func Valid(name string) bool {
	for i := range len(name) {
		c := name[i]
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}

// begin writes what both models begin with.
func begin(b *bufio.Writer, class, group, ref, title string) {
	fmt.Fprintf(b, "%s<model class=\"org.workcraft.plugins.petri.%s\" ref=\"\">\n  <AbstractModel>\n"+
		"    <property class=\"java.lang.String\" name=\"title\" value=\"%s\"/>\n  </AbstractModel>\n"+
		"  <root class=\"org.workcraft.dom.%s\" ref=\"%s\">\n", declaration, class, text(title), group, ref)
}

// text returns a text as an attribute has it.
func text(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder takes everything
	return b.String()
}

// writeModel writes places, transitions and connections.
func writeModel(b *bufio.Writer, net *extended.Net) {
	begin(b, "Petri", "math.MathGroup", ".", net.Name)
	for i := range net.Places {
		p := &net.Places[i]
		fmt.Fprintf(b, "    <node class=\"org.workcraft.plugins.petri.Place\" ref=\"%s\">\n      <Place>\n"+
			"        <property class=\"int\" name=\"capacity\" value=\"%d\"/>\n"+
			"        <property class=\"int\" name=\"tokens\" value=\"%d\"/>\n      </Place>\n    </node>\n",
			p.ID, max(p.Initial, 1), p.Initial)
	}
	for i := range net.Transitions {
		fmt.Fprintf(b, "    <node class=\"org.workcraft.plugins.petri.Transition\" ref=\"%s\"/>\n",
			net.Transitions[i].ID)
	}
	connections(net, func(n int, a extended.Arc) {
		first, second := net.Places[a.Place].ID, net.Transitions[a.Transition].ID
		if a.Kind == extended.Output {
			first, second = second, first
		}
		fmt.Fprintf(b, "    <node class=\"org.workcraft.dom.math.MathConnection\" ref=\"@c%d\">\n"+
			"      <MathConnection first=\"%s\" second=\"%s\"/>\n    </node>\n", n, first, second)
	})
	fmt.Fprint(b, "  </root>\n</model>\n")
}

// connections calls write for each connection with its number.
func connections(net *extended.Net, write func(n int, a extended.Arc)) {
	n := 0
	for _, a := range net.Arcs {
		for range a.Weight {
			write(n, a)
			n++
		}
	}
}

// writeDrawing writes where nodes are, their labels, and straight lines for connections. Its nodes are numbers: the
// group of all is 0; the places, the transitions, the connections and the lines of these follow.
func writeDrawing(b *bufio.Writer, net *extended.Net) {
	begin(b, "VisualPetri", "visual.VisualGroup", "0", net.Name)
	number := 0
	node := func(class, id, label string, at *extended.Point) {
		number++
		fmt.Fprintf(b, "    <node class=\"org.workcraft.plugins.petri.%[1]s\" ref=\"%[2]d\">\n      <%[1]s "+
			"ref=\"%[3]s\"/>\n"+
			"      <VisualComponent>\n        <property class=\"java.lang.String\" name=\"label\" value=\"%[4]s\"/>\n"+
			"      </VisualComponent>\n      <VisualTransformableNode>\n"+
			"        <property class=\"java.awt.geom.AffineTransform\" matrix=\"1.0 0.0 0.0 1.0 %[5]s %[6]s\""+
			" name=\"transform\"/>\n      </VisualTransformableNode>\n    </node>\n",
			class, number, id, text(label), grid(at.X), grid(at.Y))
	}
	for i := range net.Places {
		p := &net.Places[i]
		node("VisualPlace", p.ID, p.Label, p.At)
	}
	for i := range net.Transitions {
		t := &net.Transitions[i]
		node("VisualTransition", t.ID, t.Label, t.At)
	}
	connections(net, func(n int, a extended.Arc) {
		first, second := 1+a.Place, 1+len(net.Places)+a.Transition
		if a.Kind == extended.Output {
			first, second = second, first
		}
		fmt.Fprintf(b, "    <node class=\"org.workcraft.dom.visual.connections.VisualConnection\" ref=\"%d\">\n"+
			"      <VisualConnection first=\"%d\" ref=\"@c%d\" second=\"%d\">\n"+
			"        <graphic class=\"org.workcraft.dom.visual.connections.Polyline\" ref=\"%d\"/>\n"+
			"      </VisualConnection>\n    </node>\n", number+1, first, n, second, number+2)
		number += 2
	})
	fmt.Fprint(b, "  </root>\n</model>\n")
}

// grid returns a coordinate in units of the editor's grid.
func grid(x float64) string { return strconv.FormatFloat(x/unit, 'f', -1, 64) }

// fits says what of a net the format does not have.
func fits(net *extended.Net) error {
	names := map[string]bool{}
	node := func(id string, at *extended.Point) error {
		switch {
		case !Valid(id) || names[id]:
			return fmt.Errorf("%q is no name of a node, or that of two", id)
		case at == nil || at.X-at.X != 0 || at.Y-at.Y != 0:
			return fmt.Errorf("node %q has no position", id)
		}
		names[id] = true
		return nil
	}
	for i := range net.Places {
		p := &net.Places[i]
		switch err := node(p.ID, p.At); {
		case err != nil:
			return err
		case p.Capacity != extended.Unlimited:
			return fmt.Errorf("place %q has a capacity", p.ID)
		case p.Initial > math.MaxInt32:
			return fmt.Errorf("place %q has %d tokens; at most %d can be written", p.ID, p.Initial, math.MaxInt32)
		}
	}
	for i := range net.Transitions {
		if err := node(net.Transitions[i].ID, net.Transitions[i].At); err != nil {
			return err
		}
	}
	left := int64(mostConnections)
	for _, a := range net.Arcs {
		if a.Kind != extended.Input && a.Kind != extended.Output {
			return fmt.Errorf("transition %q has a read, inhibitor or reset arc", net.Transitions[a.Transition].ID)
		}
		if a.Weight > left {
			return fmt.Errorf("arcs of weight 1, as the format has them, would be more than %d", mostConnections)
		}
		left -= a.Weight
	}
	if net.HasPriorities() {
		return fmt.Errorf("the net has priorities")
	}
	return net.Check()
}
