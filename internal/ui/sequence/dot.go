package sequence

import (
	"bytes"
	"fmt"
	"strings"
)

// Sequence diagrams for Graphviz.

// DOT returns the picture of d as text for Graphviz: the marks of a row are nodes of one rank, joined by the bar of the
// step, and the marks of a lifeline are chained from top to bottom.
func DOT(d *Diagram) []byte {
	var b bytes.Buffer
	add := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	add("digraph trace {")
	add("  graph [label=%s, labelloc=t, nodesep=0.7, ranksep=0.35];", quote(d.Title))
	add("  node [shape=point, fontsize=11]; edge [fontsize=11, arrowsize=0.7];")
	add("  n0 [shape=plaintext, label=\"\"];")
	above := make([]string, len(d.Lifelines)) // the node of each lifeline that the next one hangs below
	rank := []string{"n0"}
	for i, l := range d.Lifelines {
		above[i] = fmt.Sprintf("l%d", i)
		text := l.Name
		if l.Start != "" {
			text += "\n" + l.Start
		}
		add("  %s [shape=box, label=%s];", above[i], quote(text))
		rank = append(rank, above[i])
	}
	add("  {rank=same; %s;}", strings.Join(rank, "; "))
	for i := 1; i < len(d.Lifelines); i++ {
		add("  l%d -> l%d [style=invis];", i-1, i)
	}
	for i, r := range d.Rows {
		number := fmt.Sprintf("n%d", i+1)
		label := fmt.Sprint(i + 1)
		if len(r.Marks) == 0 {
			label += "  " + r.Label
		}
		add("  %s [shape=plaintext, label=%s];", number, quote(label))
		add("  n%d -> %s [style=invis];", i, number)
		rank := []string{number}
		for j, m := range r.Marks {
			name := fmt.Sprintf("m%d_%d", i+1, m.Lifeline)
			text := m.Text
			if len(r.Marks) == 1 {
				text = r.Label + "\n" + text
			}
			add("  %s [%s, xlabel=%s];", name, shapes[m.Role], quote(text))
			add("  %s -> %s [style=dashed, color=gray60, arrowhead=none, weight=100];", above[m.Lifeline], name)
			if j > 0 {
				add("  %s -> %s [%s, label=%s];", rank[j], name, heads(r.Marks[j-1], m), quote(first(j == 1, r.Label)))
			}
			above[m.Lifeline] = name
			rank = append(rank, name)
		}
		add("  {rank=same; %s;}", strings.Join(rank, "; "))
	}
	if d.Loop != NoLoop {
		add("  n%d -> n%d [constraint=false, color=orange3, label=\"loop\"];", len(d.Rows), d.Loop+1)
	}
	if d.End != "" {
		add("  end [shape=plaintext, label=%s];", quote(d.End))
		add("  n%d -> end [style=invis];", len(d.Rows))
	}
	add("}")
	return b.Bytes()
}

// shapes are the attributes of marks by their role.
var shapes = [...]string{
	Reads: "color=gray60",
	Takes: "shape=circle, label=\"\", width=0.1",
	Gives: "width=0.02",
	Both:  "width=0.1",
}

// heads are the attributes of the part of a bar between two marks.
func heads(left, right Mark) string {
	switch l, r := left.Role == Gives, right.Role == Gives; {
	case l && r:
		return "dir=both"
	case l:
		return "dir=back"
	case r:
		return "dir=forward"
	}
	return "dir=none"
}

func first(is bool, text string) string {
	if is {
		return text
	}
	return ""
}

// quote writes a text as a string of the DOT language.
func quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}
