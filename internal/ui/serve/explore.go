package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"brim/check"
	"brim/check/explore"
	"brim/internal/naming"
	"brim/internal/printable"
	"brim/internal/ui/picture"
	"brim/petri/order"
)

const (
	mostDrawn   = 200     // nodes of a diagram that is drawn node by node
	mostNamed   = 120     // levels up to which a look at an exploration names them
	mostBands   = 240     // heights of a picture of the levels while they grow
	mostCommand = 4000    // bytes of an order that stands in a command line
	mostLevels  = 1000    // of a space that a page is told one by one
	mostOrder   = 1 << 20 // bytes of an order that a page is told
	lookShare   = 20      // part of the time, as a divisor, that looks at levels may take
)

// explore begins to build the state space.
func (s *Server) explore(_ context.Context, m *model, q ExploreRequest) (*Job, error) {
	switch {
	case m.clocked() && m.whole.HasTime(), m.ruled() && m.whole.System != nil:
		return s.exploreSystem(m, q)
	case m.played == nil:
		return nil, errors.New(m.why)
	}
	d, err := m.order(q.Order)
	if err != nil {
		return nil, err
	}
	job := s.jobs.start(m, "explore", q.Seconds,
		func(ctx context.Context, l check.Limits, report func(check.Progress)) (any, error) {
			return spaceOf(ctx, m, d, l, report)
		})
	return &job, nil
}

// order returns the order that the page asks for, nil for none. Each place of the net stands on one level, by name.
func (m *model) order(levels [][]string) (*order.Decomposition, error) {
	if levels == nil {
		return nil, nil
	}
	net := m.played.Net
	d := &order.Decomposition{Method: "by hand"}
	for i, names := range levels {
		places := make([]int, len(names))
		for j, name := range names {
			p, ok := net.PlaceIndex(name)
			if !ok {
				return nil, fmt.Errorf("order of net %s: level %d: there is no place %q", net.Name, i+1, name)
			}
			places[j] = p
		}
		d.Levels = append(d.Levels, places)
	}
	return d, d.Check(net)
}

// spaceOf builds the state space, and tells what was found of it when it was stopped.
func spaceOf(ctx context.Context, m *model, d *order.Decomposition, l check.Limits,
	report func(check.Progress)) (*Space, error) {
	x, err := explore.Explore(ctx, m.played.Net, explore.Options{Order: d}, l, report)
	if err != nil {
		return nil, err
	}
	defer x.Close()
	s := &Space{Levels: []Level{}, Widths: []int{}, Counts: []Counted{},
		Command: commandLine([]string{"states", "--show-order"}, m.info.Name)}
	if x.Stopped != nil {
		s.Stopped = x.Stopped.Error()
	}
	if x.Space == nil { // it had to be left behind
		return s, nil
	}
	e := x.Exploration()
	s.Complete, s.Peak, s.Bytes, s.Seconds, s.Origin = e.Complete, e.Stats.PeakNodes, e.Stats.PeakBytes,
		e.Took.Seconds(), e.Order.Method
	s.Tried, s.Choosing = e.Choice.Tried, e.Choice.Took.Seconds()
	s.describe(x, m.names())
	s.setOrder(m, d != nil, &e.Order)
	return s, nil
}

// describe computes the facts about the space that the page shows: the number of states, the levels with their nodes
// and values, and all nodes of a small diagram. Facts that a limit ends are left out.
func (s *Space) describe(x *explore.Space, names naming.Names) {
	var states *big.Int
	if x.Ask("counting states", func() { states = x.States() }) == nil {
		s.States = states.String()
	}
	levels, err := x.Levels()
	if err != nil {
		return
	}
	widths := make([]int, len(levels))
	for i, l := range levels {
		s.Nodes += l.Nodes
		widths[i] = l.Nodes
	}
	s.Height = len(levels)
	s.Widths, _ = picture.Bands(widths, mostBands)
	if s.Height > mostLevels {
		return
	}
	called := picture.ComponentNames(names, x.Order.Levels)
	for i, l := range levels {
		s.Levels = append(s.Levels, Level{called[i], names.PlaceNames(l.Places), names.Places(l.Places), l.Nodes,
			l.Values})
	}
	if s.Nodes <= mostDrawn {
		_ = x.Ask("listing nodes", func() { s.Diagram = diagram(x, names) })
	}
}

// setOrder says how to have the same order on a command line.
func (s *Space) setOrder(m *model, given bool, d *order.Decomposition) {
	var file bytes.Buffer
	if d.Write(&file, m.played.Net) != nil {
		return
	}
	if file.Len() <= mostOrder {
		s.Order = file.String()
	}
	if !given {
		return
	}
	_, lines, _ := strings.Cut(file.String(), "\n") // without the comment
	if len(lines) > mostCommand {
		s.Command = commandLine([]string{"states", "--order", "FILE"}, m.info.Name)
		return
	}
	s.Command = `printf '%s\n'`
	for line := range strings.Lines(lines) {
		s.Command += " " + printable.Word(strings.TrimSuffix(line, "\n"))
	}
	s.Command += " | " + commandLine([]string{"states", "--order", "/dev/stdin"}, m.info.Name)
}

// diagram lists the nodes of the markings' diagram.
func diagram(x *explore.Space, names naming.Names) *Diagram {
	d := &Diagram{Nodes: []DiagramNode{}}
	for n := range x.Reached.EachNode() {
		node := DiagramNode{Level: n.Level - 1}
		byChild := map[uint32][]int{}
		var children []uint32 // in the order of their first values
		for i, c := range n.Children {
			if byChild[c] == nil {
				children = append(children, c)
			}
			byChild[c] = append(byChild[c], n.Values[i])
		}
		for _, c := range children {
			node.Arcs = append(node.Arcs, DiagramArc{values(x, names, n.Level, byChild[c]), int(c) - 2})
		}
		d.Nodes = append(d.Nodes, node)
	}
	return d
}

// values returns the values of a level as text: numbers of tokens, with runs of consecutive numbers as intervals, if
// the level has one place; otherwise the local states by name.
func values(x *explore.Space, names naming.Names, level int, list []int) string {
	places := x.Order.Levels[level-1]
	words := make([]string, 0, len(list))
	if len(places) != 1 {
		for _, v := range list {
			words = append(words, x.LocalState(names.Place, level, v))
		}
		return strings.Join(words, ", ")
	}
	at := make([]int, len(x.Order.Levels))
	tokens := make([]int64, 0, len(list)) // which need not have the order of the values
	for _, v := range list {
		at[level-1] = v
		tokens = append(tokens, x.Model.Marking(at)[places[0]])
	}
	slices.Sort(tokens)
	for i := 0; i < len(tokens); {
		to := i + 1
		for to < len(tokens) && tokens[to] == tokens[to-1]+1 {
			to++
		}
		if to-i > 2 {
			words = append(words, fmt.Sprintf("%d–%d", tokens[i], tokens[to-1]))
			i = to
		}
		for ; i < to; i++ {
			words = append(words, fmt.Sprint(tokens[i]))
		}
	}
	return strings.Join(words, ", ")
}

// A looker has a look at the levels of an exploration now and then, for a small part of its time.
type looker struct {
	next time.Time
}

// look returns how many nodes there are by level now, or what it returned last if there are no levels, or that was not
// long ago.
func (k *looker) look(p check.Progress, names naming.Names, last *Growth) *Growth {
	start := time.Now()
	if p.Widths == nil || p.Order == nil || start.Before(k.next) {
		return last
	}
	g := new(Growth)
	g.Widths, _ = picture.Bands(p.Widths(), mostBands)
	if len(p.Order.Levels) <= mostNamed {
		g.Labels = picture.ComponentNames(names, p.Order.Levels)
	}
	k.next = time.Now().Add(lookShare * time.Since(start))
	return g
}
