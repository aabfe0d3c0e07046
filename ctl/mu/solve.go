package mu

import "slices"

// solve decides which player wins each vertex, by Zielonka's algorithm for parity games [Zie98], unless the context
// ends: then err is set. First come the vertices from which a player can force an end of the play, then the others,
// where each vertex has a move.
func (x *game) solve() {
	if x.err != nil {
		return
	}
	all := make([]int32, len(x.vertices))
	for v := range all {
		all[v] = int32(v)
	}
	p := x.newPart(all)
	for _, player := range []int8{eve, adam} {
		ends := slices.DeleteFunc(slices.Clone(all), func(v int32) bool {
			return len(x.from(v)) > 0 || x.vertices[v].owner == player
		})
		x.win(x.attract(ends, player, p), player)
	}
	x.decide(x.left(all, p))
}

// newPart puts vertices into a new part of the game.
func (x *game) newPart(list []int32) int32 {
	x.parts++
	for _, v := range list {
		x.part[v] = x.parts
	}
	return x.parts
}

// left returns the vertices of a list that are in a part.
func (x *game) left(list []int32, part int32) []int32 {
	return slices.DeleteFunc(slices.Clone(list), func(v int32) bool { return x.part[v] != part })
}

func (x *game) win(list []int32, player int8) {
	for _, v := range list {
		x.winner[v] = player
	}
}

// decide decides the game on the vertices of a list, each of which has a move to another one of it. The recursion is as
// deep as there are priorities.
func (x *game) decide(list []int32) {
	for len(list) > 0 && !x.poll() {
		p := x.newPart(list)
		var top int16
		for _, v := range list {
			top = max(top, x.vertices[v].priority)
		}
		player := eve
		if top%2 == 1 {
			player = adam
		}
		best := slices.DeleteFunc(slices.Clone(list), func(v int32) bool { return x.vertices[v].priority != top })
		reached := x.attract(best, player, p)
		rest := x.left(list, p)
		x.decide(rest)
		lost := slices.DeleteFunc(rest, func(v int32) bool { return x.winner[v] == player })
		p = x.newPart(list)
		if len(lost) == 0 {
			x.win(reached, player)
			for _, v := range best {
				if player == eve && x.vertices[v].owner == eve {
					x.choose(v, func(to int32) bool { return x.part[to] == p })
				}
			}
			return
		}
		x.win(x.attract(lost, other(player), p), other(player))
		list = x.left(list, p)
	}
}

// attract returns the vertices of a part from which a player can force a play to one of the list, these included, and
// takes them out of the part. Eve's moves on the way are kept; those that lead to the list with the fewest moves are
// preferred.
func (x *game) attract(list []int32, player int8, part int32) []int32 {
	reached := slices.Clone(list)
	out := x.newPart(reached)
	for i := 0; i < len(reached); i++ {
		if i%pollEvery == pollEvery-1 && x.poll() {
			break
		}
		for _, v := range x.before[x.back[reached[i]]:x.back[reached[i]+1]] {
			if x.part[v] != part {
				continue
			}
			if x.vertices[v].owner != player {
				if x.counted[v] != out {
					x.counted[v], x.degree[v] = out, 0
					for _, m := range x.from(v) {
						if to := x.part[m.to]; to == part || to == out {
							x.degree[v]++
						}
					}
				}
				if x.degree[v]--; x.degree[v] > 0 {
					continue
				}
			} else if player == eve {
				x.choose(v, func(to int32) bool { return to == reached[i] })
			}
			x.part[v] = out
			reached = append(reached, v)
		}
	}
	return reached
}

// choose keeps Eve's first move at v to a vertex of a kind.
func (x *game) choose(v int32, good func(int32) bool) {
	for i, m := range x.from(v) {
		if good(m.to) {
			x.strategy[v] = x.first[v] + int32(i)
			return
		}
	}
}
