package structure_test

import (
	"reflect"
	"testing"

	"brim/petri/structure"
)

func TestFactsByHand(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       structure.Facts
	}{
		{"cycle", "a=1; a -> b; b -> a",
			structure.Facts{Places: 2, Transitions: 2, InputArcs: 2, OutputArcs: 2, MaxWeight: 1,
				Components: 1,
				Covered:    2, LargestBound: 1, SafeByInvariant: true,
				Classes: structure.Classes{Ordinary: true, StateMachine: true, MarkedGraph: true,
					SimpleFreeChoice: true, ExtendedFreeChoice: true, AsymmetricChoice: true, LoopFree: true,
					Conservative: true, SubConservative: true, StronglyConnected: true}}},
		{"fork and join", "a=2; a -> b + c; b + c -> a",
			structure.Facts{Places: 3, Transitions: 2, InputArcs: 3, OutputArcs: 3, MaxWeight: 1,
				Components: 1, Covered: 3, LargestBound: 2,
				Classes: structure.Classes{Ordinary: true, MarkedGraph: true, SimpleFreeChoice: true,
					ExtendedFreeChoice: true, AsymmetricChoice: true, LoopFree: true, StronglyConnected: true}}},
		{"read arc, weights, isolated place", "alone=7;a=4; 3 a + r -> 2 b + r; a ->",
			structure.Facts{Places: 4, Transitions: 2,
				InputArcs: 3, OutputArcs: 2, ReadArcs: 1, MaxWeight: 3, Components: 2,
				IsolatedPlaces: []int{0}, ConstantPlaces: []int{0, 2}, SourcePlaces: []int{0, 1},
				SinkPlaces:      []int{0, 3},
				SinkTransitions: []int{1}, Covered: 2, LargestBound: 7,
				Classes: structure.Classes{AsymmetricChoice: true, SubConservative: true}}},
		{"extended free choice", "a + b -> c; a + b -> d",
			structure.Facts{Places: 4, Transitions: 2, InputArcs: 4, OutputArcs: 2, MaxWeight: 1,
				Components:   1,
				SourcePlaces: []int{0, 1}, SinkPlaces: []int{2, 3}, Covered: 4, SafeByInvariant: true,
				Classes: structure.Classes{Ordinary: true, ExtendedFreeChoice: true, AsymmetricChoice: true,
					LoopFree: true, SubConservative: true}}},
		{"inhibitor and idle transition", "a -> a ! b:1; -> b",
			structure.Facts{Places: 2, Transitions: 2, InputArcs: 1, OutputArcs: 2,
				ReadArcs: 1, InhibitorArcs: 1, MaxWeight: 1, Components: 1,
				ConstantPlaces: []int{0}, SinkPlaces: []int{1}, SourceTransitions: []int{1}, Idle: []int{0}, Covered: 1,
				Classes: structure.Classes{Ordinary: true}}},
		{"nothing", "", structure.Facts{SafeByInvariant: true,
			Classes: structure.Classes{Ordinary: true, StateMachine: true, MarkedGraph: true, SimpleFreeChoice: true,
				ExtendedFreeChoice: true, AsymmetricChoice: true, LoopFree: true, Conservative: true,
				SubConservative: true, StronglyConnected: true}}},
		{"huge weights", "9223372036854775807 a -> 9223372036854775807 b + 9223372036854775807 c; b + " +
			"9223372036854775807 c -> 2 a",
			structure.Facts{Places: 3, Transitions: 2, InputArcs: 3, OutputArcs: 3, MaxWeight: 9223372036854775807,
				Components: 1, Classes: structure.Classes{MarkedGraph: true, SimpleFreeChoice: true,
					ExtendedFreeChoice: true, AsymmetricChoice: true, LoopFree: true, StronglyConnected: true}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			net := parse(t, c.text)
			flows, _ := structure.Semiflows(net, structure.Limit{})
			if got := structure.Describe(net, flows); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got\n%+v, want\n%+v", got, c.want)
			}
		})
	}
}

func TestChoicesAndWorkflows(t *testing.T) {
	for text, want := range map[string][2]bool{ // asymmetric choice, workflow net
		"a -> b; a + c -> d":               {true, false},
		"a -> x; a + b -> y; b -> z":       {false, false},
		"a -> x; a + b -> y; a + b + c ->": {true, false},
		"i=1; i -> p + q; p + q -> o":      {true, true},
		"i=1; i -> p; p -> o; p -> i":      {true, false}, // i is no source
		"i=1; i -> p; p -> o; i -> q":      {true, false}, // two sinks
		"i=1; i -> p; p -> o; -> p":        {true, false}, // a transition that no path from i leads to
		"i=1; i -> o; q -> r; r -> q":      {true, false}, // another part
		"i=1; i -> p; p + q -> o + q":      {true, true},  // q is on a path, though nothing fills it
		"i=1; 2 i -> 3 o":                  {true, true},
		"i=1; i -> o ! o:1":                {false, false},
	} {
		f := structure.Describe(parse(t, text), nil)
		if got := [2]bool{f.AsymmetricChoice, f.Workflow}; got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}
