package unfold

import (
	"slices"
)

// A cluster is a set of joints that share groups without input arcs, whose colours may be chosen together. table has
// what all its joints say of each binding of its groups: those that inputs bind first, then those that are free.
type cluster struct {
	bound, free []*group
	alive       [][]int64 // of bound, then of free: the colours that are alive
	table       []bool    // by the positions in alive, in mixed radix, the last one counting most quickly
}

// mostTable is how many bindings the table of a cluster may have; those of a move share it.
const mostTable = 1 << 20

// cluster makes the clusters of a move: joints that share a group which no input binds belong together. Each cluster
// has a table of the combinations of colours that its joints allow. If a joint is not known, or the table would be too
// large, all colours of the groups stay apart.
func (c *coarsener) cluster(m *move) {
	joined := make([]int, len(m.joints)) // by joint: the first of its cluster
	for i := range m.joints {
		joined[i] = i
		for j := range i {
			if joined[j] != joined[i] && slices.ContainsFunc(m.joints[j].groups, func(g int) bool {
				return len(m.groups[g].in) == 0 && slices.Contains(m.joints[i].groups, g)
			}) {
				from := joined[i]
				for k := range i + 1 {
					if joined[k] == from {
						joined[k] = joined[j]
					}
				}
			}
		}
	}
	room := int64(mostTable)
	for first := range m.joints {
		var joints []joint
		var groups []int
		for i, j := range m.joints {
			if joined[i] == first {
				joints, groups = append(joints, j), append(groups, j.groups...)
			}
		}
		slices.Sort(groups)
		k := &cluster{}
		size, known := int64(1), len(joints) > 0
		for _, g := range slices.Compact(groups) {
			if g := m.groups[g]; len(g.in) > 0 {
				k.bound = append(k.bound, g)
			} else {
				k.free = append(k.free, g)
			}
		}
		for _, g := range slices.Concat(k.bound, k.free) {
			var alive []int64
			for v, is := range g.alive {
				if is {
					alive = append(alive, int64(v))
				}
			}
			k.alive = append(k.alive, alive)
			size = min(size*int64(len(alive)), room+1)
		}
		known = known && size <= room && !slices.ContainsFunc(joints, func(j joint) bool { return j.holds == nil })
		if !known {
			for _, g := range k.bound {
				g.exact = true
			}
			for _, g := range k.free {
				g.whole = true
			}
			continue
		}
		room -= size
		c.steps += size * int64(len(joints))
		k.table = make([]bool, 0, size)
		c.tabulate(k, joints, 0)
		m.clusters = append(m.clusters, k)
	}
}

// tabulate appends the table's part in which the groups before the given one are bound.
func (c *coarsener) tabulate(k *cluster, joints []joint, from int) {
	if from == len(k.alive) {
		k.table = append(k.table, !slices.ContainsFunc(joints, func(j joint) bool { return !j.holds() }))
		return
	}
	g := slices.Concat(k.bound, k.free)[from]
	for _, v := range k.alive[from] {
		c.bind(g, v)
		c.tabulate(k, joints, from+1)
	}
}

// frees returns the number of bindings of the free groups, the number of classes of such, and the class of each.
func (k *cluster) frees() (bindings, classes int, class []int) {
	class, classes = []int{0}, 1
	for i, g := range k.free {
		var longer []int
		for _, x := range class {
			for _, v := range k.alive[len(k.bound)+i] {
				longer = append(longer, x*g.classes+int(g.class[v]))
			}
		}
		class, classes = longer, classes*g.classes
	}
	return len(class), classes, class
}

// divide tells colours of a bound group apart if there is a binding of the other bound groups with which they allow
// other classes of the free ones.
func (k *cluster) divide(at int) bool {
	g := k.bound[at]
	bindings, classes, class := k.frees()
	stride := bindings
	for _, alive := range k.alive[at+1 : len(k.bound)] {
		stride *= len(alive)
	}
	mine := len(k.alive[at])
	rows := make([][]byte, mine)
	for i := range rows {
		others := len(k.table) / max(1, mine*bindings)
		rows[i] = make([]byte, (others*classes+7)/8)
	}
	for i, ok := range k.table {
		if ok {
			row := rows[i/stride%mine]
			other := i/(stride*mine)*(stride/bindings) + i%stride/bindings
			bit := other*classes + class[i%bindings]
			row[bit/8] |= 1 << (bit % 8)
		}
	}
	numbers, number := map[string]int32{}, make([]int32, g.size)
	for i, row := range rows {
		n, ok := numbers[string(row)]
		if !ok {
			n = int32(len(numbers))
			numbers[string(row)] = n
		}
		number[k.alive[at][i]] = n
	}
	var changed bool
	g.classes, changed = divide(g.class, g.classes, func(v int64) int32 { return number[v] })
	return changed
}

// cover chooses colours of the free groups: with each binding of the chosen colours of the bound ones, one of each
// class that there is.
func (k *cluster) cover() {
	if len(k.free) == 0 {
		return
	}
	bindings, _, class := k.frees()
	chosen := make([]map[int64]bool, len(k.free))
	for i := range chosen {
		chosen[i] = map[int64]bool{}
	}
	seen := map[[2]int]bool{}
	for i, ok := range k.table {
		key := [2]int{i / bindings, class[i%bindings]}
		if !ok || seen[key] || !k.isChosen(i/bindings) {
			continue
		}
		seen[key] = true
		rest := i % bindings
		for f := len(k.free) - 1; f >= 0; f-- {
			alive := k.alive[len(k.bound)+f]
			chosen[f][alive[rest%len(alive)]] = true
			rest /= len(alive)
		}
	}
	for f, g := range k.free {
		g.chosen = make([]int64, 0, len(chosen[f]))
		for v := range chosen[f] {
			g.chosen = append(g.chosen, v)
		}
		slices.Sort(g.chosen)
	}
}

// isChosen reports whether all colours of a binding of the bound groups have been chosen.
func (k *cluster) isChosen(binding int) bool {
	for b := len(k.bound) - 1; b >= 0; b-- {
		alive := k.alive[b]
		if _, ok := slices.BinarySearch(k.bound[b].chosen, alive[binding%len(alive)]); !ok {
			return false
		}
		binding /= len(alive)
	}
	return true
}
