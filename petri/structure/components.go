package structure

import "brim/petri"

// components counts the connected parts of the net; arcs of all kinds join.
func components(net *petri.Net) int {
	places := len(net.Places)
	parent := make([]int, places+len(net.Transitions))
	for i := range parent {
		parent[i] = i
	}
	find := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]] // halve the path
			i = parent[i]
		}
		return i
	}
	count := len(parent)
	for i := range net.Transitions {
		t := &net.Transitions[i]
		for _, arcs := range [][]petri.Arc{t.Pre, t.Post, t.Inhibit} {
			for _, a := range arcs {
				if x, y := find(a.Place), find(places+i); x != y {
					parent[x] = y
					count--
				}
			}
		}
	}
	return count
}

// stronglyConnected reports whether directed paths lead from every place and
// transition to every other one: all are reached from the first, and it from all.
func stronglyConnected(net *petri.Net) bool {
	places := len(net.Places)
	n := places + len(net.Transitions)
	if n == 0 {
		return true
	}
	forward, backward := make([][]int, n), make([][]int, n)
	join := func(from, to int) {
		forward[from] = append(forward[from], to)
		backward[to] = append(backward[to], from)
	}
	for i := range net.Transitions {
		for _, a := range net.Transitions[i].Pre {
			join(a.Place, places+i)
		}
		for _, a := range net.Transitions[i].Post {
			join(places+i, a.Place)
		}
	}
	return reachesAll(forward) && reachesAll(backward)
}

func reachesAll(next [][]int) bool {
	seen := make([]bool, len(next))
	seen[0] = true
	stack, count := []int{0}, 1
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, to := range next[at] {
			if !seen[to] {
				seen[to] = true
				count++
				stack = append(stack, to)
			}
		}
	}
	return count == len(next)
}
