package pnml

import (
	"os"
	"reflect"
	"testing"

	"brim/petri/extended"
)

// plainArc returns an arc without bends.
func plainArc(place, transition int, kind extended.Kind, weight int64) extended.Arc {
	return extended.Arc{Place: place, Transition: transition, Kind: kind, Weight: weight}
}

// Files as tools write them, and the nets that they mean.
var toolFiles = map[string]*extended.Net{
	"pm4py.pnml": {
		Name: "net1",
		Places: []extended.Place{
			{ID: "source", Initial: 1, Capacity: extended.Unlimited},
			{ID: "p_3", Capacity: extended.Unlimited}, {ID: "sink", Capacity: extended.Unlimited},
		},
		Transitions: []extended.Transition{
			{ID: "4f1c", Label: "register request", At: &extended.Point{X: 120.5, Y: 40}},
			{ID: "skip_2", Silent: true}, {ID: "cancel"},
		},
		Arcs: []extended.Arc{
			plainArc(0, 0, extended.Input, 1), plainArc(1, 0, extended.Output, 2),
			plainArc(1, 1, extended.Input, 1), plainArc(2, 1, extended.Output, 1),
			plainArc(1, 2, extended.Reset, 1), plainArc(2, 2, extended.Inhibitor, 1),
			plainArc(2, 2, extended.Output, 1),
		},
		Finals: []extended.Final{{0, 0, 1}},
	},
	"prom.pnml": {
		Name: "net1",
		Places: []extended.Place{
			{ID: "n1", Label: "source 1", Initial: 1, Capacity: extended.Unlimited, At: &extended.Point{X: -10, Y: 25}},
			{ID: "n2", Label: "sink 1", Capacity: extended.Unlimited},
		},
		Transitions: []extended.Transition{
			{ID: "n3", Label: "examine+complete", At: &extended.Point{X: 45, Y: 25}},
			{ID: "n4", Label: "tau join", Silent: true},
		},
		Arcs: []extended.Arc{
			{Place: 0, Transition: 0, Kind: extended.Input, Weight: 1,
				Via: []extended.Point{{X: 10, Y: 5}, {X: 20, Y: 5}}},
			plainArc(1, 0, extended.Output, 1), plainArc(0, 1, extended.Input, 1), plainArc(1, 1, extended.Output, 1),
		},
		Finals: []extended.Final{{0, 1}, {0, 2}},
	},
	"woped.pnml": {
		Name: "noID",
		Places: []extended.Place{
			{ID: "p1", Label: "start", Initial: 1, Capacity: extended.Unlimited, At: &extended.Point{X: 50, Y: 130}},
			{ID: "p2", Capacity: extended.Unlimited, At: &extended.Point{X: 200, Y: 60}},
			{ID: "p3", Capacity: extended.Unlimited, At: &extended.Point{X: 200, Y: 200}},
			{ID: "p4", Label: "end", Capacity: extended.Unlimited, At: &extended.Point{X: 600, Y: 130}},
			{ID: "P_CENTER_t2", Capacity: extended.Unlimited, At: &extended.Point{X: 400, Y: 130}},
			{ID: "p5", Label: "handled", Capacity: extended.Unlimited, At: &extended.Point{X: 350, Y: 200}},
			{ID: "sub1_p1", Label: "checked", Capacity: extended.Unlimited, At: &extended.Point{X: 170, Y: 160}},
		},
		Transitions: []extended.Transition{
			{ID: "t1_op_1", Label: "decide", At: &extended.Point{X: 130, Y: 130}},
			{ID: "t1_op_2", Label: "decide", At: &extended.Point{X: 130, Y: 130}},
			{ID: "t2_op_1", Label: "join and split", At: &extended.Point{X: 400, Y: 130}},
			{ID: "t2_op_2", Label: "join and split", At: &extended.Point{X: 400, Y: 130}},
			{ID: "t2_op_3", Label: "join and split", At: &extended.Point{X: 400, Y: 130}},
			{ID: "t2_op_4", Label: "join and split", At: &extended.Point{X: 400, Y: 130}},
			{ID: "sub1_t1", Label: "check", At: &extended.Point{X: 90, Y: 160}},
			{ID: "sub1_t2", Label: "file", At: &extended.Point{X: 330, Y: 160}},
		},
		Arcs: []extended.Arc{
			plainArc(0, 0, extended.Input, 1), plainArc(1, 0, extended.Output, 1), plainArc(0, 1, extended.Input, 1),
			{Place: 2, Transition: 1, Kind: extended.Output, Weight: 1, Via: []extended.Point{{X: 180, Y: 210}}},
			plainArc(1, 2, extended.Input, 1), plainArc(4, 2, extended.Output, 1),
			plainArc(5, 3, extended.Input, 1), plainArc(4, 3, extended.Output, 1),
			plainArc(4, 4, extended.Input, 1), plainArc(3, 4, extended.Output, 1),
			plainArc(4, 5, extended.Input, 1), plainArc(1, 5, extended.Output, 1),
			plainArc(2, 6, extended.Input, 1), plainArc(6, 6, extended.Output, 1),
			plainArc(6, 7, extended.Input, 1), plainArc(5, 7, extended.Output, 1),
		},
	},
	"pipegspn.xml": {
		Name: "Net-One",
		Places: []extended.Place{
			{ID: "free", Initial: 2, Capacity: extended.Unlimited, At: &extended.Point{X: 105, Y: 90}},
			{ID: "buffer", Capacity: 3, At: &extended.Point{X: 300, Y: 90}},
		},
		Transitions: []extended.Transition{
			{ID: "slow", At: &extended.Point{X: 200, Y: 30}}, {ID: "now", Priority: 2}, {ID: "soon", Priority: 1},
		},
		Arcs: []extended.Arc{
			{Place: 0, Transition: 0, Kind: extended.Input, Weight: 1, Via: []extended.Point{{X: 150, Y: 20}}},
			plainArc(1, 0, extended.Output, 2), plainArc(1, 1, extended.Input, 1), plainArc(1, 2, extended.Input, 1),
		},
	},
}

func TestToolFiles(t *testing.T) {
	for name, want := range toolFiles {
		f, err := os.Open("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		net, err := ReadExtended(f, name)
		f.Close()
		if err != nil {
			t.Error(err)
			continue
		}
		if !reflect.DeepEqual(net.Untimed, want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", name, net.Untimed, want)
		}
		d, err := ReadDocumentFile(t.Context(), "testdata/"+name)
		if err != nil || d.Extended == nil {
			t.Errorf("%s: %+v, %v", name, d, err)
		} else if got, want := bare(d.Extended.Untimed, true), bare(want, true); !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", name, got, want)
		}
	}
}
