package picture

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"brim/check/explore"
	"brim/internal/naming"
	"brim/internal/quantity"
)

// Pictures of reachability graphs.

// mostInRows is how many states a picture of a graph shows in rows. With more, Graphviz takes minutes for the rows, and
// a second to place them by forces [Hu05].
const mostInRows = 150

// graphBreaks are where the text of a state and the labels of an arc may go on in the next line.
var graphBreaks = []string{", ", " "}

// Graph draws a reachability graph for Graphviz: a box for each state, of a net with the marked places and, with time,
// the clocks of transitions or the ages of tokens in its place. Steps between the same two states share an arc. A short
// arrow leads to the initial state, and states that nothing follows are filled. names are those of the net, if it is
// one.
func Graph(w io.Writer, names naming.Names, title string, g *explore.Graph) error {
	n := &netPrinter{w: bufio.NewWriter(w)}
	n.begin(title)
	if len(g.States) > mostInRows {
		n.line("  layout=sfdp; overlap=prism;")
	}
	n.line("  begin [shape=point];")
	for i, s := range g.States {
		style := "rounded"
		if s.Dead {
			style = `"rounded,filled", fillcolor="gray85"`
		}
		n.line("  s%d [shape=box, style=%s, label=%s];", i, style, dotQuote(strings.Join(StateLines(names, s), "\n")))
	}
	n.line("  begin -> s0;")
	labels := map[[2]int][]string{}
	var ways [][2]int
	for _, s := range g.Steps {
		label := s.Label
		if s.Transition >= 0 {
			label = names.Transition(s.Transition)
		}
		way := [2]int{s.From, s.To}
		if labels[way] == nil {
			ways = append(ways, way)
		}
		labels[way] = append(labels[way], label)
	}
	for _, way := range ways {
		n.line("  s%d -> s%d [label=%s];", way[0], way[1],
			dotQuote(broken(strings.Join(labels[way], ", "), graphBreaks)))
	}
	n.line("}")
	return n.w.Flush() // it keeps the first error of all writes
}

// StateLines writes a state of a graph as lines: the marked places, with their tokens if there are several, and then
// clocks and ages.
func StateLines(names naming.Names, s explore.GraphState) []string {
	if s.Marking == nil {
		return []string{broken(s.Text, graphBreaks)}
	}
	var marked []string
	for p, tokens := range s.Marking {
		switch {
		case tokens == 1:
			marked = append(marked, names.Place(p))
		case tokens > 1:
			marked = append(marked, names.Place(p)+": "+quantity.Int(tokens))
		}
	}
	if marked == nil {
		marked = []string{"empty"}
	}
	lines := []string{broken(strings.Join(marked, ", "), graphBreaks)}
	for _, c := range s.Clocks {
		if c.Place >= 0 {
			lines = append(lines, names.Place(c.Place)+": "+timesText(c))
		} else {
			lines = append(lines, names.Transition(c.Transition)+": "+timesText(c))
		}
	}
	return lines
}

// timesText writes the times of a clock or of tokens.
func timesText(c explore.GraphClock) string {
	var list []string
	for _, t := range c.Times {
		text := fmt.Sprint(t)
		if t == c.More {
			text = "≥ " + text
		}
		list = append(list, text)
	}
	switch {
	case c.Place < 0:
		return "clock " + list[0]
	case len(list) == 1:
		return "age " + list[0]
	}
	return "ages " + strings.Join(list, ", ")
}
