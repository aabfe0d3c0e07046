package dfs

import "brim/engine/kripke"

// Steps are state deltas: each the words that a step changes and in which bits, so that the same delta leads there and
// back.
type steps struct {
	ends []int // of the deltas in the lists below
	at   []uint32
	bits []uint64
}

// push adds the step from s to t.
func (x *steps) push(s, t kripke.State) {
	for i, w := range s {
		if d := w ^ t[i]; d != 0 {
			x.at, x.bits = append(x.at, uint32(i)), append(x.bits, d)
		}
	}
	x.ends = append(x.ends, len(x.at))
}

// begin returns where delta i begins.
func (x *steps) begin(i int) int {
	if i == 0 {
		return 0
	}
	return x.ends[i-1]
}

// apply goes step i, or goes it back.
func (x *steps) apply(i int, s kripke.State) {
	for k := x.begin(i); k < x.ends[i]; k++ {
		s[x.at[k]] ^= x.bits[k]
	}
}

// cut keeps the first n steps.
func (x *steps) cut(n int) {
	end := x.begin(n)
	x.ends, x.at, x.bits = x.ends[:n], x.at[:end], x.bits[:end]
}

func (x *steps) bytes() int64 {
	return int64(cap(x.ends))*8 + int64(cap(x.at))*4 + int64(cap(x.bits))*8
}

// A stack is a path of depth-first search: the state on top in full, the steps from each state on it, and how far these
// have been gone.
type stack struct {
	state  kripke.State
	frames []frame
	steps  steps
	out    kripke.Successors
}

// A frame is a state on the stack. Its transitions are the steps from first up to the end of the list when it was on
// top.
type frame struct {
	handle     handle
	first      int
	next, last int   // the step that comes next, and the one behind the last
	threshold  int32 // so far; for Threshold
}

// push lists the transitions from the state on top, which is in s, and puts a frame for it on the stack.
func (k *stack) push(s kripke.Structure, h handle) error {
	if err := s.Successors(k.state, &k.out); err != nil {
		return err
	}
	first := len(k.steps.ends)
	for i := range k.out.Len() {
		k.steps.push(k.state, k.out.State(i))
	}
	k.frames = append(k.frames, frame{handle: h, first: first, next: first, last: len(k.steps.ends), threshold: -1})
	return nil
}

// top returns the frame on top, nil if the stack is empty.
func (k *stack) top() *frame {
	if len(k.frames) == 0 {
		return nil
	}
	return &k.frames[len(k.frames)-1]
}

// forward goes the next step of the frame on top; back goes it back.
func (k *stack) forward(f *frame) {
	k.steps.apply(f.next, k.state)
	f.next++
}

func (k *stack) back(f *frame) { k.steps.apply(f.next-1, k.state) }

// pop takes the frame off and goes back to the one below, which it returns; nil if the stack is empty now.
func (k *stack) pop() *frame {
	k.steps.cut(k.top().first)
	k.frames = k.frames[:len(k.frames)-1]
	f := k.top()
	if f != nil {
		k.back(f)
	}
	return f
}

// trace appends the number of the transition that was gone last from each of some frames.
func trace(list []int, frames []frame) []int {
	for i := range frames {
		f := &frames[i]
		list = append(list, f.next-1-f.first)
	}
	return list
}

func (k *stack) bytes() int64 { return k.steps.bytes() + int64(cap(k.frames))*40 }
