package reduce

// A Kind says what an Equation does.
type Kind uint8

const (
	Constant Kind = iota // Place always holds Const tokens
	Fuse                 // from here on Base stands for Base and Place together
	Function             // Place holds (Num·Base + Const)/Den tokens
	Scale                // Place held Num·Place + Const tokens: it is Base, too
)

// An Equation tells what became of a place that was dropped, or that stands for something else now. Equations are in
// the order in which the net changed: places mean what they meant just before, Base of a Fuse and Place of a Scale
// something new afterwards. A place that is Place of a Constant, Fuse or Function occurs in no later equation, so each
// removed place hangs under one other: the equations are a forest.
type Equation struct {
	Kind            Kind
	Place, Base     int // of the original net
	Num, Const, Den int64
}

// Equations are what it takes to tell the markings of the original from those of the smaller net, for the class Count.
// With a marking m of the smaller net, the original's are all those that give m if the equations are applied in their
// order: those of a Fuse are all ways to split the tokens.
type Equations struct {
	Places []int      // original place of each one of the smaller net
	List   []Equation // in the order in which the net changed
}

func (s *state) note(e Equation) {
	if s.options.Class == Count {
		s.equation = append(s.equation, e)
	}
}
