package structure

import "brim/petri"

// Facts describes the shape of a net. All lists hold indices, ascending.
//
// The classes are those of the literature [Mur89], for nets of input and output
// arcs: with inhibitor arcs StateMachine, MarkedGraph, Workflow and the classes of
// choices are false. Weights do not matter to them; most theorems about them are
// about ordinary nets.
type Facts struct {
	Places, Transitions int
	InputArcs           int // place → transition
	OutputArcs          int // transition → place
	ReadArcs            int // pairs of an input and an output arc of equal weight; counted in both above
	InhibitorArcs       int
	MaxWeight           int64 // of input and output arcs; 0 without arcs

	Classes
	Components int // connected parts, arcs of all kinds taken without direction

	IsolatedPlaces    []int // no arc at all
	ConstantPlaces    []int // no firing changes them; the isolated ones among them
	SourcePlaces      []int // no output arc of a transition leads to them
	SinkPlaces        []int // no input arc of a transition comes from them
	SourceTransitions []int // no input arc
	SinkTransitions   []int // no output arc
	Idle              []int // transitions that change nothing: no arcs, or read arcs only

	Covered         int   // places with a bound by the flows given
	LargestBound    int64 // largest of these bounds; 0 if there are none
	SafeByInvariant bool  // every place has a bound, and it is at most 1
}

// Classes tell which classes a net belongs to. The keys of JSON are stable.
type Classes struct {
	Ordinary           bool `json:"ordinary"`             // all weights of input and output arcs are 1
	StateMachine       bool `json:"state_machine"`        // every transition has one input and one output place
	MarkedGraph        bool `json:"marked_graph"`         // every place has one input and one output transition
	SimpleFreeChoice   bool `json:"free_choice"`          // transitions that share an input place have no other
	ExtendedFreeChoice bool `json:"extended_free_choice"` // transitions that share an input place share all
	// AsymmetricChoice: of two places with a common output transition, one has all output transitions of the other.
	AsymmetricChoice bool `json:"asymmetric_choice"`
	// Workflow: one place without input, one without output, and each node on a path from the one to the other.
	Workflow bool `json:"workflow_net"`

	LoopFree          bool `json:"loop_free"`          // no place is input and output of one transition
	Conservative      bool `json:"conservative"`       // no firing changes the number of tokens
	SubConservative   bool `json:"sub_conservative"`   // no firing raises it
	StronglyConnected bool `json:"strongly_connected"` // directed paths join all places and transitions
}

// Describe collects the facts of a net; flows serve for the last three. Cost:
// about the number of arcs and the length of the flows.
func Describe(net *petri.Net, flows []Semiflow) Facts {
	f := Facts{Places: len(net.Places), Transitions: len(net.Transitions)}
	f.countArcs(net)
	f.listNodes(net)
	f.SimpleFreeChoice, f.ExtendedFreeChoice = freeChoice(net)
	f.AsymmetricChoice, f.Workflow = asymmetricChoice(net), f.workflow(net)
	if f.InhibitorArcs > 0 {
		f.StateMachine, f.MarkedGraph, f.SimpleFreeChoice, f.ExtendedFreeChoice = false, false, false, false
		f.AsymmetricChoice, f.Workflow = false, false
	}
	f.Components, f.StronglyConnected = components(net), stronglyConnected(net)

	f.SafeByInvariant = true
	for _, b := range bounds(len(net.Places), flows) {
		if b == NoBound {
			f.SafeByInvariant = false
			continue
		}
		f.Covered++
		f.LargestBound = max(f.LargestBound, b)
	}
	f.SafeByInvariant = f.SafeByInvariant && f.LargestBound <= 1
	return f
}

// countArcs fills in the facts that can be seen transition by transition: numbers of arcs, weights, and whether the net
// is ordinary, a state machine, free of loops, or conservative.
func (f *Facts) countArcs(net *petri.Net) {
	f.Ordinary, f.StateMachine, f.LoopFree, f.Conservative, f.SubConservative = true, true, true, true, true
	byTransition, _ := effects(net)
	for i := range net.Transitions {
		t := &net.Transitions[i]
		f.InputArcs += len(t.Pre)
		f.OutputArcs += len(t.Post)
		f.InhibitorArcs += len(t.Inhibit)
		f.StateMachine = f.StateMachine && len(t.Pre) == 1 && len(t.Post) == 1
		for _, arcs := range [][]petri.Arc{t.Pre, t.Post} {
			for _, a := range arcs {
				f.MaxWeight = max(f.MaxWeight, a.Weight)
			}
		}
		for j, k := 0, 0; j < len(t.Pre) && k < len(t.Post); {
			switch a, b := t.Pre[j], t.Post[k]; {
			case a.Place < b.Place:
				j++
			case b.Place < a.Place:
				k++
			default:
				f.LoopFree = false
				if a.Weight == b.Weight {
					f.ReadArcs++
				}
				j, k = j+1, k+1
			}
		}
		change := signOfSum(byTransition.row(i))
		f.Conservative = f.Conservative && change == 0
		f.SubConservative = f.SubConservative && change <= 0
		if len(byTransition.row(i)) == 0 {
			f.Idle = append(f.Idle, i)
		}
		if len(t.Pre) == 0 {
			f.SourceTransitions = append(f.SourceTransitions, i)
		}
		if len(t.Post) == 0 {
			f.SinkTransitions = append(f.SinkTransitions, i)
		}
	}
	f.Ordinary = f.MaxWeight <= 1
}

// signOfSum returns the sign of the sum of the values, which need not fit 64 bits.
func signOfSum(row []entry) int {
	var high, low int64 // the sum is high·2^32 + low
	for _, e := range row {
		high += e.value >> 32
		low += e.value & (1<<32 - 1)
	}
	high += low >> 32
	low &= 1<<32 - 1
	switch {
	case high < 0:
		return -1
	case high > 0 || low > 0:
		return 1
	}
	return 0
}

// listNodes fills in the lists of places.
func (f *Facts) listNodes(net *petri.Net) {
	in, out, inhibit := make([]int, len(net.Places)), make([]int, len(net.Places)), make([]int, len(net.Places))
	for i := range net.Transitions {
		t := &net.Transitions[i]
		for _, a := range t.Post {
			in[a.Place]++
		}
		for _, a := range t.Pre {
			out[a.Place]++
		}
		for _, a := range t.Inhibit {
			inhibit[a.Place]++
		}
	}
	_, byPlace := effects(net)
	f.MarkedGraph = true
	for p := range net.Places {
		f.MarkedGraph = f.MarkedGraph && in[p] == 1 && out[p] == 1
		if in[p]+out[p]+inhibit[p] == 0 {
			f.IsolatedPlaces = append(f.IsolatedPlaces, p)
		}
		if len(byPlace.row(p)) == 0 {
			f.ConstantPlaces = append(f.ConstantPlaces, p)
		}
		if in[p] == 0 {
			f.SourcePlaces = append(f.SourcePlaces, p)
		}
		if out[p] == 0 {
			f.SinkPlaces = append(f.SinkPlaces, p)
		}
	}
}
