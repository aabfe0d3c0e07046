package mdd

import "runtime"

// Images and preimages: one step of a relation, or of an event.

// Image returns the tuples that one event leads to from a tuple of s; see ImageWithin where only some of them matter.
func (r *Relation) Image(s Set) Set {
	r.check("Image", s)
	defer r.f.s.Release(r.f.s.Mark())
	image := r.f.set(r.oneStep(s.node(), anything))
	runtime.KeepAlive(s) // a Map's function may collect
	runtime.KeepAlive(r)
	return image
}

// ImageOf returns the tuples that the event of the given number leads to from a tuple of s. With the events of a path
// it is the way back along layers, see the example. Cost: nodes of s on and above the levels of the event's steps,
// times their unions.
func (r *Relation) ImageOf(event int, s Set) Set {
	r.check("ImageOf", s)
	defer r.f.s.Release(r.f.s.Mark())
	image := r.f.set(r.rel.image(r.event("ImageOf", event), s.node()))
	runtime.KeepAlive(r)
	return image
}

// PreImage returns the tuples from which one event leads to a tuple of s. See Inverse for what it needs.
func (r *Relation) PreImage(s Set) Set {
	r.check("PreImage", s)
	return r.Inverse().Image(s)
}

// image returns the image of n under e. Unlike relProd it closes nothing.
func (r *relations) image(e rel, n node) node {
	if n == empty || e == identity {
		return n
	}
	f, s, op := r.f, r.f.s, r.part(imagePart)
	if res, ok := s.Lookup(op, n, e); ok {
		return res
	}
	mark := s.Mark()
	p := s.Push(n)
	k := max(s.Level(n), r.level(e))
	w := f.view(n, k, p)
	var fr frame
	if k > r.level(e) {
		fr = newFrameOf(f, w.values, len(w.arcs))
		for i, c := range w.arcs {
			if c = r.image(e, c); c != empty {
				fr.set(i, c)
			}
		}
	} else {
		fr = newFrameFor(f, w.values, len(w.arcs), r.deltaAt(e, k))
		for i, c := range w.arcs {
			if c != empty {
				r.imageArc(e, c, w.values.At(i), &fr)
			}
		}
	}
	res := fr.finish(f, k)
	s.Remember(op, n, e, res)
	s.Release(mark)
	return res
}

// deltaAt returns by how much relation node e shifts the values of level k; 0 if that depends on the value.
func (r *relations) deltaAt(e rel, k int) int {
	if n := &r.nodes[e]; int(n.level) == k && n.kind == shiftRel {
		return int(n.delta)
	}
	return 0
}

// imageArc adds to the frame, of e's level, the image under e of child c at value v.
func (r *relations) imageArc(e rel, c node, v int, fr *frame) {
	r.eachArrow(e, v, func(to int, next rel) {
		if t := r.image(next, c); t != empty {
			fr.merge(r.f, to, t)
		}
	})
}
