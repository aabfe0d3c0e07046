package serve

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"brim/internal/quantity"
	"brim/petri"
)

// The first markings of a net as a graph.

// Limits of the first markings. What is larger is no picture any more.
const (
	mostMarkings = 500
	mostDepth    = 100
	mostFirings  = 5000    // edges
	mostNumbers  = 1 << 23 // of all markings together, 8 bytes each
	mostText     = 400     // bytes of the text of a marking
	mostWork     = 1 << 25 // places that are looked at in all firings together, less than a second
)

// markings answers a request for a part of the reachability graph: it fires the steps of the request and searches
// breadth-first from the marking that they lead to, within the depth and the number of markings that are asked for.
func (s *Server) markings(ctx context.Context, m *model, q MarkingsRequest) (*Markings, error) {
	if m.played == nil && m.rule == nil {
		return nil, errors.New(m.why)
	}
	switch {
	case q.Depth < 0 || q.Depth > mostDepth:
		return nil, fmt.Errorf("depth %d: expected a number from 0 to %d", q.Depth, mostDepth)
	case q.Most < 1 || q.Most > mostMarkings:
		return nil, fmt.Errorf("%s: expected a number from 1 to %d", quantity.Count(q.Most, "marking"), mostMarkings)
	}
	g := m.graph(q.Most)
	start := g.start
	for i, t := range q.Steps {
		next, err := g.fire(start, t)
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", i+1, err)
		}
		start = next
	}
	g.add(start, 0, nil)
	if err := g.search(ctx, q.Depth); err != nil {
		return nil, err
	}
	return g.markings(m, q), nil
}

// A graph is the first markings of a net, or the first states of a listed system, by number.
type graph struct {
	start   petri.Marking
	enabled func(m petri.Marking) iter.Seq[int]
	fire    func(m petri.Marking, t int) (petri.Marking, error) // its result may be changed by the next call
	most    int
	list    []petri.Marking
	nodes   []MarkingNode
	edges   []MarkingEdge
	number  map[string]int // by marking
	work    int            // places looked at
}

// graph returns a graph without markings, of so many at most.
func (m *model) graph(most int) *graph {
	g := &graph{number: map[string]int{}}
	if m.played == nil {
		g.start, g.fire = m.rule.Initial(), m.fire
		g.enabled = func(at petri.Marking) iter.Seq[int] { return slices.Values(m.enabled(at)) }
	} else {
		net := m.played.Net
		g.start, g.enabled = net.Initial(), net.EnabledTransitions
		next := net.Initial()
		g.fire = func(at petri.Marking, t int) (petri.Marking, error) {
			if t < 0 || t >= len(net.Transitions) {
				return nil, fmt.Errorf("there is no transition %d", t)
			}
			copy(next, at)
			return next, net.Fire(next, t)
		}
	}
	g.most = min(most, max(1, mostNumbers/max(1, len(g.start))))
	return g
}

// add returns the number of a marking, which it adds unless it is known or there are too many; then ok is false.
func (g *graph) add(m petri.Marking, depth int, steps []int) (n int, ok bool) {
	key := key(m)
	if n, ok := g.number[key]; ok {
		return n, true
	}
	if len(g.list) == g.most {
		return 0, false
	}
	n = len(g.list)
	g.number[key] = n
	g.list = append(g.list, m.Clone())
	g.nodes = append(g.nodes, MarkingNode{Depth: depth, Steps: steps})
	return n, true
}

// key writes a marking as a key of a map.
func key(m petri.Marking) string {
	b := make([]byte, 0, 2*len(m))
	for _, tokens := range m {
		b = strconv.AppendInt(b, tokens, 36)
		b = append(b, ' ')
	}
	return string(b)
}

// search expands the markings in the order in which they were found, up to the given depth. At the last depth it still
// records firings that lead to known markings, so that a marking counts as open only if a successor is missing. Once
// mostWork is exceeded, the remaining markings are open.
func (g *graph) search(ctx context.Context, depth int) error {
	for i := 0; i < len(g.list); i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		node := g.nodes[i]
		node.Dead = true
		for t := range g.enabled(g.list[i]) {
			node.Dead = false
			if g.work += len(g.start); g.work > mostWork {
				node.Open = true
				break
			}
			next, err := g.fire(g.list[i], t)
			if len(g.edges) == mostFirings || err != nil {
				node.Open = true
				continue
			}
			to, known := g.number[key(next)]
			if !known && node.Depth < depth {
				to, known = g.add(next, node.Depth+1, append(node.Steps[:len(node.Steps):len(node.Steps)], t))
			}
			if !known {
				node.Open = true
				continue
			}
			g.edges = append(g.edges, MarkingEdge{i, to, t})
		}
		g.nodes[i] = node
	}
	return nil
}

// markings returns the graph as the page has it.
func (g *graph) markings(m *model, q MarkingsRequest) *Markings {
	x := &Markings{Nodes: g.nodes, Edges: g.edges, Complete: true}
	if x.Edges == nil {
		x.Edges = []MarkingEdge{}
	}
	for i := range x.Nodes {
		n := &x.Nodes[i]
		n.Text = m.markingText(g.list[i])
		if n.Steps == nil {
			n.Steps = []int{}
		}
		x.Complete = x.Complete && !n.Open
	}
	if len(q.Steps) == 0 {
		x.Command = commandLine([]string{"states", "--engine", "bfs", "--limit-depth", strconv.Itoa(max(1, q.Depth))},
			m.info.Name)
	}
	return x
}

// markingText lists the marked places with their tokens, cut off after about mostText bytes.
func (m *model) markingText(at petri.Marking) string {
	names := m.names()
	place := names.Place
	switch {
	case m.listing != nil:
		place = func(p int) string { return "state " + strconv.Itoa(p) }
	case names.Net == nil:
		place = func(p int) string { return m.drawn.Untimed.Places[p].ID }
	}
	var b strings.Builder
	marked := 0
	for p, tokens := range at {
		if tokens == 0 {
			continue
		}
		if marked++; b.Len() >= mostText {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString(place(p))
		if tokens > 1 {
			b.WriteString(": " + quantity.Int(tokens))
		}
		if b.Len() >= mostText {
			b.WriteString(", …")
		}
	}
	if marked == 0 {
		return "no tokens"
	}
	return b.String()
}
