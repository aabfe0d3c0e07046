package explore

// The levels of the diagram of a space.

// A Level describes one level of the diagram of a space.
type Level struct {
	Places []int // of the net
	Nodes  int   // of the diagram of all markings
	Values int   // how many numbers of tokens, or local states of several places, occur in some marking
}

// Levels describes the levels of the diagram of the markings, the lowest first. Their Nodes add up to Reached.Nodes.
// The error is a limit. Cost: O(arcs) of the diagram.
func (x *Space) Levels() (list []Level, err error) {
	err = x.Ask("counting nodes by level", func() {
		widths, values := x.Reached.Widths(), x.Reached.AllValues()
		for i, places := range x.Order.Levels {
			l := Level{Places: places, Nodes: widths[i]}
			if values != nil {
				l.Values = len(values[i])
			}
			list = append(list, l)
		}
	})
	return list, err
}
