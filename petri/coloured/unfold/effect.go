package unfold

import (
	"slices"

	"brim/petri/coloured"
)

// found records a binding of r, unless one with the same effect is known already, and adds the colours that it gives to
// their places. It counts what the unfolding will have, and checks the limits.
func (f *inference) found(r *rule) {
	if f.full(r) {
		return
	}
	f.weigh(r)
	if f.isNegative() || f.err != nil || r.merge && !f.isNew(r) {
		return
	}
	r.found++
	r.bindings = f.append(r.bindings, r)
	inputs, outputs := 0, 0
	for i, at := 0, 0; at < len(r.effect); i++ {
		n := int(r.effect[at])
		switch after := i - len(r.Pre); {
		case after >= 0 && after < len(r.Post):
			outputs += n
			for _, c := range r.effect[at+1 : at+1+n] {
				f.possible(r.arcs[i].Place, c)
			}
		default:
			inputs += n
		}
		at += 1 + 2*n
	}
	r.inputs, r.outputs = r.inputs+inputs, r.outputs+outputs
	f.transitions++
	f.arcs += inputs + outputs
	f.bytes += transitionBytes + int64(len(r.Variables))*wordBytes + int64(inputs+outputs)*arcBytes
	f.within("transitions", int64(f.transitions), int64(f.options.Limits.Transitions))
	f.within("arcs", int64(f.arcs), int64(f.options.Limits.Arcs))
	f.within("bytes", f.bytes, f.options.Limits.Bytes)
}

// full reports whether a transition has as many bindings as it may have. If so, the unfolding is partial.
func (f *inference) full(r *rule) bool {
	full := f.options.Most > 0 && r.found >= f.options.Most
	f.partial = f.partial || full
	return full
}

// weigh computes the effect of the binding: of each arc how many colours there are, which, and how many of each.
func (f *inference) weigh(r *rule) {
	r.effect = r.effect[:0]
	for _, a := range r.arcs {
		f.list = f.held(a.Place, a.Term)
		r.effect = append(r.effect, int64(len(f.list)))
		for _, x := range f.list {
			r.effect = append(r.effect, x.colour)
		}
		for _, x := range f.list {
			r.effect = append(r.effect, x.count)
		}
	}
}

// isNew reports whether no binding before has the same effect as this one. If so, it is the next one.
func (f *inference) isNew(r *rule) bool {
	mine := slices.Clone(r.effect)
	key := int64(0)
	for _, x := range mine {
		key = (key ^ x) * 0x100000001b3
		key ^= int64(uint64(key) >> 29)
	}
	for ; ; key++ { // until the key is free or that of an equal effect
		n, fresh := r.effects.add(key)
		if fresh {
			f.bytes += effectBytes
			return true
		}
		binding := f.append(nil, r)
		f.bind(r, r.bindings, n)
		f.weigh(r)
		f.bind(r, binding, 0)
		if slices.Equal(mine, r.effect) {
			return false
		}
		r.effect = append(r.effect[:0], mine...)
	}
}

// bind binds the variables of a transition as the i-th of a list of bindings has them.
func (f *inference) bind(r *rule, list []int64, i int) {
	for j, v := range r.Variables {
		f.env[v] = list[i*len(r.Variables)+j]
	}
}

// append appends the colours of the variables of a transition to a list.
func (f *inference) append(list []int64, r *rule) []int64 {
	for _, v := range r.Variables {
		list = append(list, f.env[v])
	}
	return list
}

// held returns what a term gives to a place, as multiset does, in the colours that stand for all.
func (f *inference) held(place int, t *coloured.Term) []amount {
	list := f.multiset(f.list, t)
	if c := f.options.coarse; c != nil && c.merged[place] {
		for i := range list {
			list[i].colour = c.Colour(place, list[i].colour)
		}
		list = f.tidy(list)
	}
	return list
}
