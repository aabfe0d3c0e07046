package order

// A candidate is a vertex with the priority it had when it was queued; outdated
// entries are skipped when they surface.
type candidate struct {
	priority int32
	vertex   int32
}

func (c candidate) before(d candidate) bool {
	return c.priority > d.priority || c.priority == d.priority && c.vertex < d.vertex
}

// A frontier is a binary heap of candidates: highest priority first, then lowest
// vertex. container/heap would allocate at every push.
type frontier []candidate

func (f *frontier) push(c candidate) {
	*f = append(*f, c)
	h := *f
	i := len(h) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !c.before(h[up]) {
			break
		}
		h[i] = h[up]
		i = up
	}
	h[i] = c
}

func (f *frontier) pop() candidate {
	h := *f
	top, c := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	*f = h
	for i := 0; len(h) > 0; {
		down := 2*i + 1
		if down >= len(h) {
			h[i] = c
			break
		}
		if down+1 < len(h) && h[down+1].before(h[down]) {
			down++
		}
		if !h[down].before(c) {
			h[i] = c
			break
		}
		h[i] = h[down]
		i = down
	}
	return top
}
