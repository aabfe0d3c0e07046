package mdd

import "slices"

// A cell is an arc below an arc, where Move swaps two levels: the child at value v of the level that sinks, and then at
// value w of the level below it.
type cell struct {
	w, v  int
	child node
}

// before compares cells as slices.SortFunc wants.
func (c cell) before(d cell) int {
	if c.w != d.w {
		return c.w - d.w
	}
	return c.v - d.v
}

// cells has the cells of all nodes whose levels are being swapped, those of the innermost recursion last.
type cells struct {
	list  []cell
	moved []cell // for turn
	ends  []int  // for turn: by w − lo where the next cell goes
}

// turn sorts the cells from start on, which are ordered by v, by w, and by v within it. The values w
// lie between lo and hi. Cost: O(cells), with a logarithm where the values are far apart.
func (c *cells) turn(start, lo, hi int) {
	list, n := c.list[start:], hi-lo+1
	if n/4 > len(list) {
		slices.SortFunc(list, cell.before)
		return
	}
	c.ends = slices.Grow(c.ends[:0], n)[:n]
	clear(c.ends)
	for _, x := range list {
		c.ends[x.w-lo]++
	}
	sum := 0
	for i, count := range c.ends {
		c.ends[i] = sum
		sum += count
	}
	c.moved = append(c.moved[:0], list...)
	for _, x := range c.moved {
		list[c.ends[x.w-lo]] = x
		c.ends[x.w-lo]++
	}
}
