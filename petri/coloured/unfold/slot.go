package unfold

// A slot is a component of the colours of a place. Its classes are sets of colours of the component's sort that are not
// told apart, as far as is known; they become finer and finer.
type slot struct {
	size     int64
	possible []bool  // by colour: it may occur in a reachable marking; nil for a slot that is not divided
	class    []int32 // by colour, −1 where it is not possible; nil if each colour is a class of its own for good
	classes  int
	least    []int64 // by class, at the end: its first colour
}

// discrete makes each colour a class of its own for good.
func (s *slot) discrete() { s.class = nil }

// of returns a number that is equal for equal classes.
func (s *slot) of(colour int64) int32 {
	if s.class == nil {
		return int32(colour)
	}
	return s.class[colour]
}

// divide makes colours that have different keys members of different classes, and reports whether that is new.
func (s *slot) divide(key func(colour int64) int32) bool {
	if s.class == nil {
		return false
	}
	var changed bool
	s.classes, changed = divide(s.class, s.classes, key)
	return changed
}

// divide numbers classes anew by their old numbers and the keys of their members, in the order of their first members;
// those of class −1 stay there.
func divide(class []int32, classes int, key func(i int64) int32) (int, bool) {
	members := 0
	for _, c := range class {
		if c >= 0 {
			members++
		}
	}
	if classes == members { // each is alone
		return classes, false
	}
	numbers := make(map[[2]int32]int32, classes)
	for i, c := range class {
		if c < 0 {
			continue
		}
		k := [2]int32{c, key(int64(i))}
		number, ok := numbers[k]
		if !ok {
			number = int32(len(numbers))
			numbers[k] = number
		}
		class[i] = number
	}
	return len(numbers), len(numbers) > classes
}

// A group is a set of variables of a transition that its guard makes equal. Its classes are sets of colours that are
// not told apart by the guard, nor by what the transition gives.
type group struct {
	variables []int
	size      int64
	in, out   []slotUse // in arcs of places that change
	exact     bool      // each colour is a class of its own for good
	may       []bool    // by colour: the conditions on it alone hold
	alive     []bool
	class     []int32 // by colour; −1 where it is not alive: no binding with it is ever enabled
	classes   int
	whole     bool    // of those alive, all are needed, though no arc tells them apart
	chosen    []int64 // at the end: the colours that stand for all; nil for each
}

// A slotUse is a piece of a summand whose variable is of the group.
type slotUse struct {
	slot  int
	shift int64
}

// begin gives each colour that is alive a class: the same one, or one of its own.
func (g *group) begin() {
	g.class = make([]int32, g.size)
	g.classes = 0
	for v, alive := range g.alive {
		switch {
		case !alive:
			g.class[v] = -1
		case g.exact:
			g.class[v] = int32(g.classes)
			g.classes++
		default:
			g.classes = 1
		}
	}
}

// keep makes a colour a class of its own.
func (g *group) keep(colour int64) {
	g.classes, _ = divide(g.class, g.classes, func(v int64) int32 {
		if v == colour {
			return 1
		}
		return 0
	})
}

// begin puts all colours that are possible into one class.
func (s *slot) begin() {
	if s.possible == nil {
		return
	}
	s.class, s.classes = make([]int32, s.size), 1
	for u, possible := range s.possible {
		if !possible {
			s.class[u] = -1
		}
	}
}

// represent finds the first colour of each class.
func (s *slot) represent() {
	s.least = make([]int64, s.classes)
	for u := len(s.class) - 1; u >= 0; u-- {
		if c := s.class[u]; c >= 0 {
			s.least[c] = int64(u)
		}
	}
}

// represents returns the colour that stands for a colour.
func (s *slot) represents(colour int64) int64 {
	if s.class == nil || s.class[colour] < 0 {
		return colour
	}
	return s.least[s.class[colour]]
}

// firsts returns the first colour that is alive of each class.
func (g *group) firsts() (list []int64) {
	seen := make([]bool, g.classes)
	for v, c := range g.class {
		if c >= 0 && !seen[c] {
			seen[c] = true
			list = append(list, int64(v))
		}
	}
	return list
}

// alone makes a colour a class of its own.
func (s *slot) alone(colour int64) {
	s.divide(func(u int64) int32 {
		if u == colour {
			return 1
		}
		return 0
	})
}

// separate makes each colour that is to be alone a class of its own, and reports whether that is new.
func (s *slot) separate(alone func(colour int64) bool) bool {
	if s.class == nil {
		return false
	}
	number := make([]int32, s.classes) // by class: the new number plus 1 of those that stay together
	classes := int32(0)
	for u, c := range s.class {
		switch {
		case c < 0:
		case alone(int64(u)):
			s.class[u] = classes
			classes++
		default:
			if number[c] == 0 {
				classes++
				number[c] = classes
			}
			s.class[u] = number[c] - 1
		}
	}
	changed := int(classes) > s.classes
	s.classes = int(classes)
	return changed
}
