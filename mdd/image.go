package mdd

import "runtime"

// Image returns the tuples that one event leads to from a tuple of s; see ImageWithin where only some of them matter.
func (r *Relation) Image(s Set) Set {
	r.check("Image", s)
	image := r.f.set(r.oneStep(s.node(), anything))
	runtime.KeepAlive(s) // a Map's function may collect
	return image
}

// ImageOf returns the tuples that the event of the given number leads to from a tuple of s.
func (r *Relation) ImageOf(event int, s Set) Set {
	r.check("ImageOf", s)
	return r.f.set(r.f.image(r.event("ImageOf", event), s.node()))
}

// PreImage returns the tuples from which one event leads to a tuple of s. See Inverse for what it needs.
func (r *Relation) PreImage(s Set) Set {
	r.check("PreImage", s)
	return r.Inverse().Image(s)
}

// image returns the image of n under r. Unlike relProd it closes nothing.
func (f *Forest) image(r rel, n node) node {
	if n == empty || r == identity {
		return n
	}
	s := f.s
	if res, ok := s.Lookup(f.opImage, n, r); ok {
		return res
	}
	mark := s.Mark()
	p := s.Push(n)
	k := max(s.Level(n), f.rel.level(r))
	first, arcs := f.view(n, k, p)
	fr := newFrame(s, max(0, first+f.rel.deltaAt(r, k)), len(arcs))
	if k > f.rel.level(r) {
		for i, c := range arcs {
			if c = f.image(r, c); c != empty {
				fr.set(first+i, c)
			}
		}
	} else {
		for i, c := range arcs {
			if c != empty {
				f.imageArc(r, c, first+i, &fr)
			}
		}
	}
	res := fr.finish(f, k)
	s.Remember(f.opImage, n, r, res)
	s.Release(mark)
	return res
}

// deltaAt returns by how much relation node e moves the values of level k; 0 if that depends on the value.
func (r *relations) deltaAt(e rel, k int) int {
	if n := &r.nodes[e]; int(n.level) == k && n.kind == shiftRel {
		return int(n.delta)
	}
	return 0
}

// imageArc adds to the frame what r, on whose level it is, makes of child c at value v.
func (f *Forest) imageArc(r rel, c node, v int, fr *frame) {
	f.rel.eachArrow(r, v, func(to int, next rel) {
		if t := f.image(next, c); t != empty {
			fr.merge(f, to, t)
		}
	})
}
