package ask_test

import (
	"slices"

	"brim/internal/testkit/oracle"
	"brim/petri"
)

// The judge: named questions by the words of their definitions, on all reachable markings.

// A judge knows all reachable markings of a net and which of them can be reached from which.
type judge struct {
	*oracle.Space
	from [][]bool // from[i][j]: j can be reached from i
}

// newJudge explores a net. The error says that there are too many markings.
func newJudge(net *petri.Net, most int) (*judge, error) {
	s, err := oracle.Explore(net, most)
	if err != nil {
		return nil, err
	}
	return judgeOf(s), nil
}

// judgeOf returns the judge of a net of which all reachable markings are known.
func judgeOf(s *oracle.Space) *judge {
	j := &judge{Space: s}
	for i := range s.States {
		seen := make([]bool, len(s.States))
		seen[i] = true
		for queue := []int{i}; len(queue) > 0; queue = queue[1:] {
			for _, e := range s.Succ[queue[0]] {
				if !seen[e.To] {
					seen[e.To] = true
					queue = append(queue, e.To)
				}
			}
		}
		j.from = append(j.from, seen)
	}
	return j
}

// in lists the states with a marking.
func (j *judge) in(m petri.Marking) (list []int) {
	for i, s := range j.States {
		if s.Equal(m) {
			list = append(list, i)
		}
	}
	return list
}

// reaches reports whether one of some states can be reached from state i.
func (j *judge) reaches(i int, list []int) bool {
	return slices.ContainsFunc(list, func(k int) bool { return j.from[i][k] })
}

// home reports whether the marking of a state can be reached from all.
func (j *judge) home(m int) bool {
	list := j.in(j.States[m])
	for i := range j.from {
		if !j.reaches(i, list) {
			return false
		}
	}
	return true
}

// fires reports whether a transition fires in a marking.
func (j *judge) fires(t, m int) bool {
	return slices.ContainsFunc(j.Succ[m], func(e oracle.Edge) bool { return e.Transition == t })
}

// each lists the markings in which a transition fires.
func (j *judge) each(t int) (list []int) {
	for m := range j.States {
		if j.fires(t, m) {
			list = append(list, m)
		}
	}
	return list
}

// degree returns 0 for a transition that never fires, 4 for a live one, 3 for one that lies on a circle, else 1.
func (j *judge) degree(t int) int {
	d := 0
	for m := range j.States {
		for _, e := range j.Succ[m] {
			if e.Transition == t {
				d = max(d, 1)
				if j.from[e.To][m] {
					d = 3
				}
			}
		}
	}
	list := j.each(t)
	for m := range j.States {
		if !slices.ContainsFunc(list, func(n int) bool { return j.from[m][n] }) {
			return d
		}
	}
	return 4
}

// conflict reports whether some marking enables both transitions and not the second one after the first one.
func (j *judge) conflict(t, u int) bool {
	for m := range j.States {
		for _, e := range j.Succ[m] {
			if t != u && e.Transition == t && j.fires(u, m) && !j.fires(u, e.To) {
				return true
			}
		}
	}
	return false
}

// A soundness is what the judge finds of a process with a final marking.
type soundness struct{ option, proper, dead, easy, relaxed bool }

// soundness looks at the conditions of a process that begins in the initial marking and completes in some others.
func (j *judge) soundness(ends ...petri.Marking) soundness {
	completes := make([]bool, len(j.States)) // from this marking a case can complete
	s := soundness{option: true, proper: true, relaxed: true}
	var last [][]int // by end
	for _, end := range ends {
		last = append(last, j.in(end))
	}
	for i, m := range j.States {
		for e, end := range ends {
			completes[i] = completes[i] || j.reaches(i, last[e])
			covers := true
			for p, n := range end {
				covers = covers && m[p] >= n
			}
			s.proper = s.proper && (!covers || slices.ContainsFunc(ends, m.Equal))
		}
		s.option = s.option && completes[i]
	}
	s.easy = completes[0]
	for t := range j.Net.Transitions {
		list := j.each(t)
		s.dead = s.dead || list == nil
		part := false
		for _, m := range list {
			for _, e := range j.Succ[m] {
				part = part || e.Transition == t && completes[e.To]
			}
		}
		s.relaxed = s.relaxed && part
	}
	return s
}

// workflow returns the source and the sink of a workflow net, by the definition: the net with a transition from the one
// to the other is strongly connected.
func workflow(net *petri.Net) (source, sink int, ok bool) {
	n := len(net.Places)
	next := make([][]int, n+len(net.Transitions)+1)
	source, sink = -1, -1
	var sources, sinks int
	for p := range net.Places {
		in, out := false, false
		for t, x := range net.Transitions {
			for _, a := range x.Pre {
				if a.Place == p {
					out = true
					next[p] = append(next[p], n+t)
				}
			}
			for _, a := range x.Post {
				if a.Place == p {
					in = true
					next[n+t] = append(next[n+t], p)
				}
			}
		}
		if !in {
			source, sources = p, sources+1
		}
		if !out {
			sink, sinks = p, sinks+1
		}
	}
	if sources != 1 || sinks != 1 {
		return 0, 0, false
	}
	next[sink] = append(next[sink], len(next)-1)
	next[len(next)-1] = []int{source}
	for v := range next {
		seen := make([]bool, len(next))
		seen[v] = true
		for queue := []int{v}; len(queue) > 0; queue = queue[1:] {
			for _, w := range next[queue[0]] {
				if !seen[w] {
					seen[w] = true
					queue = append(queue, w)
				}
			}
		}
		if slices.Contains(seen, false) {
			return 0, 0, false
		}
	}
	return source, sink, true
}
