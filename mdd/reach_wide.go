package mdd

// Saturation of nodes with many values: results are looked up for all values at once, and sets that are known to be
// closed are not closed again.

// closed returns the closure of the frame, an image under r whose children are saturated, as a node of level k, and
// takes the frame off the work stack. Different steps often lead to the same set before it is closed, so the closure of
// that set is looked up first; position raw of the work stack, below the frame, keeps it.
func (z *saturator) closed(k int, r rel, raw int, fr *frame) node {
	if len(z.rows[k].events) == 0 || fr.n < z.wide {
		z.close(k, fr)
		return fr.finish(z.f, k)
	}
	rows := z.rowsAfter(r, k)
	if len(rows.events) == 0 {
		return fr.finish(z.f, k)
	}
	s := z.s
	n := fr.node(z.f, k)
	s.Put(raw, n)
	op := z.opSat.With(k)
	if res, ok := s.Lookup(op, n, 0); ok {
		s.Release(fr.p)
		return res
	}
	z.settle(rows, k, fr)
	z.close(k, fr)
	res := fr.finish(z.f, k)
	s.Remember(op, n, 0, res)
	if res != n {
		s.Remember(op, res, 0, res)
	}
	return res
}

// settle clears the flags of the values at which, according to results in the computed table, the events of the rows
// change nothing.
func (z *saturator) settle(rows *levelRows, k int, fr *frame) {
	// a Map's function may grow the work stack: flags cleared in these words are lost then, and fired
	w := fr.s.Words(fr.p, 2*fr.n)
	for i := 0; i < fr.n; i++ {
		if w[2*i+1] != changed {
			continue
		}
		settled := true
		for _, h := range rows.at(z.rel, fr.lo+i) {
			to, res, ok := i+int(h.Delta), w[2*i], true
			if h.Next != identity {
				res, ok = z.s.Peek(z.opRel.With(max(z.s.Level(res), z.rel.level(h.Next), z.wake[k-1])), res, h.Next)
			}
			if !ok || res != empty && (uint(to) >= uint(fr.n) || w[2*to] != res) {
				settled = false
				break
			}
		}
		if settled {
			w[2*i+1] = 0
		}
	}
}

// relProds puts relProd of r and each of the nodes, saturated sets over levels 1…k, into the pairs of the frame from
// number from on.
func (z *saturator) relProds(r rel, nodes []node, k int, fr *frame, from int) {
	switch {
	case r == identity:
		for i, n := range nodes {
			fr.put(from+i, n)
		}
	case len(nodes) < z.wide:
		last, res := empty, empty // runs of equal nodes are common
		for i, n := range nodes {
			if n != last {
				last, res = n, z.relProd(r, n, k)
			}
			fr.put(from+i, res)
		}
	case z.s.LookupEach(z.opRel, max(z.rel.level(r), z.wake[k]), nodes, r, fr.p+2*from):
		for i, n := range nodes {
			if fr.isOpen(from + i) {
				fr.put(from+i, z.relProd(r, n, k))
			}
		}
	}
}
