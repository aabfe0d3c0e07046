package order

// A candidate is a vertex with the priority it had when it was queued; outdated
// entries are skipped when they surface.
type candidate struct {
	priority int32
	vertex   int32
}

// key is larger for what comes earlier: the highest priority first, then the lowest vertex.
func (c candidate) key() int64 { return int64(c.priority)<<32 | int64(^uint32(c.vertex)) }

// A frontier is a binary heap of candidates, by their keys. container/heap would allocate at every push.
type frontier []int64

func (f *frontier) push(c candidate) {
	key := c.key()
	*f = append(*f, key)
	h := *f
	i := len(h) - 1
	for i > 0 {
		up := (i - 1) / 2
		if key <= h[up] {
			break
		}
		h[i] = h[up]
		i = up
	}
	h[i] = key
}

func (f *frontier) pop() candidate {
	h := *f
	top, key := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	*f = h
	for i := 0; len(h) > 0; {
		down := 2*i + 1
		if down >= len(h) {
			h[i] = key
			break
		}
		if down+1 < len(h) && h[down+1] > h[down] {
			down++
		}
		if h[down] <= key {
			h[i] = key
			break
		}
		h[i] = h[down]
		i = down
	}
	return candidate{int32(top >> 32), int32(^uint32(top))}
}
