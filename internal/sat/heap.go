package sat

// The priority queue of variables.

// A heap is a priority queue of variables, the one with the largest activity first.
type heap struct {
	list     []int32
	at       []int32 // by variable: its position in list, or −1
	activity *[]float32
}

func (h *heap) before(a, b int32) bool {
	return (*h.activity)[a] > (*h.activity)[b]
}

func (h *heap) up(i int) {
	v := h.list[i]
	for i > 0 {
		p := (i - 1) / 2
		if !h.before(v, h.list[p]) {
			break
		}
		h.list[i] = h.list[p]
		h.at[h.list[i]] = int32(i)
		i = p
	}
	h.list[i] = v
	h.at[v] = int32(i)
}

func (h *heap) down(i int) {
	v := h.list[i]
	for {
		c := 2*i + 1
		if c >= len(h.list) {
			break
		}
		if c+1 < len(h.list) && h.before(h.list[c+1], h.list[c]) {
			c++
		}
		if !h.before(h.list[c], v) {
			break
		}
		h.list[i] = h.list[c]
		h.at[h.list[i]] = int32(i)
		i = c
	}
	h.list[i] = v
	h.at[v] = int32(i)
}

func (h *heap) push(v int32) {
	if h.at[v] >= 0 {
		return
	}
	h.list = append(h.list, v)
	h.up(len(h.list) - 1)
}

func (h *heap) pop() int32 {
	v := h.list[0]
	last := h.list[len(h.list)-1]
	h.list = h.list[:len(h.list)-1]
	h.at[v] = -1
	if len(h.list) > 0 {
		h.list[0] = last
		h.down(0)
	}
	return v
}

func (h *heap) clear() {
	for _, v := range h.list {
		h.at[v] = -1
	}
	h.list = h.list[:0]
}

// order turns list, which has any sequence, into a heap.
func (h *heap) order() {
	for i := len(h.list)/2 - 1; i >= 0; i-- {
		h.down(i)
	}
	for i, v := range h.list {
		h.at[v] = int32(i)
	}
}
