package kripke

import "context"

// List returns the reachable part of s, with one initial state, as a graph that is listed, its states numbered by
// breadth-first search, and with all its transitions. Labels are those of s as label changes them. The error says that
// a limit was reached, that the context ended, or that a state cannot be packed. Cost: the search, once more the
// successors of each state, and 40 bytes a transition.
func List(ctx context.Context, s Structure, limits Limits, label func(string) string) (*LTS, error) {
	x, err := Explore(ctx, s, nil, limits)
	switch {
	case err != nil:
		return nil, err
	case !x.Complete:
		return nil, x.Stopped
	}
	var names []string
	number := map[string]int{}
	labels := make([]int, len(s.Labels())) // numbers of the changed labels
	for i, name := range s.Labels() {
		name = label(name)
		if _, ok := number[name]; !ok {
			number[name] = len(names)
			names = append(names, name)
		}
		labels[i] = number[name]
	}

	const each = 24 + 16 // bytes of an edge, here and in the graph
	if most := limits.Memory; most > 0 && x.Table.Bytes()+each*x.Transitions+8*int64(x.States()) > most {
		return nil, &LimitError{"memory", most}
	}
	edges := make([]Edge, 0, x.Transitions)
	var out Successors
	for from := range x.Table.Len() {
		if from%pollEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := s.Successors(x.Table.State(from), &out); err != nil {
			return nil, err
		}
		for i := range out.Len() {
			to, _ := x.Table.Find(out.State(i))
			edges = append(edges, Edge{From: from, Label: labels[out.Label(i)], To: to})
		}
	}
	initial, _ := x.Table.Find(s.Initial()[0])
	return NewLTS(s.Name(), x.Table.Len(), initial, names, edges)
}
