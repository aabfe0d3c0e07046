package workcraft

import (
	"archive/zip"
	"bytes"
	"io"
	"reflect"
	"strings"
	"testing"

	"brim/petri/extended"
)

// loop is a net with a place that a transition fills twofold and empties.
func loop() *extended.Net {
	return &extended.Net{
		Name: `"a" & b`,
		Places: []extended.Place{
			{ID: "p", Label: "two\nlines", Initial: 3, Capacity: extended.Unlimited,
				At: &extended.Point{X: -80, Y: 60.25}},
		},
		Transitions: []extended.Transition{{ID: "t_1", At: &extended.Point{X: 0.1, Y: 1e6}}},
		Arcs: []extended.Arc{
			{Kind: extended.Input, Weight: 1}, {Kind: extended.Output, Weight: 2},
		},
	}
}

// What is written has the files, classes and references that Workcraft's own archives have (those of its tests), and
// is read as the same net.
func TestWrite(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, loop()); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string][]string{
		"meta": {
			`<descriptor class="org.workcraft.plugins.petri.PetriDescriptor"/>`,
			`<math entry-name="model.xml" format-uuid="6ea20f69-c9c4-4888-9124-252fe4345309"/>`,
			`<visual entry-name="visualModel.xml" format-uuid="6ea20f69-c9c4-4888-9124-252fe4345309"/>`,
		},
		"state.xml": {`<level ref="0"/>`},
		"model.xml": {
			`<model class="org.workcraft.plugins.petri.Petri" ref="">`,
			`<root class="org.workcraft.dom.math.MathGroup" ref=".">`,
			`<node class="org.workcraft.plugins.petri.Place" ref="p">`,
			`<property class="int" name="tokens" value="3"/>`,
			`<node class="org.workcraft.plugins.petri.Transition" ref="t_1"/>`,
			`<node class="org.workcraft.dom.math.MathConnection" ref="@c2">`,
			`<MathConnection first="t_1" second="p"/>`,
		},
		"visualModel.xml": {
			`<model class="org.workcraft.plugins.petri.VisualPetri" ref="">`, `<VisualPlace ref="p"/>`,
			`<VisualTransition ref="t_1"/>`,
			`matrix="1.0 0.0 0.0 1.0 -2 1.50625" name="transform"`, `<VisualConnection first="1" ref="@c0" second="2">`,
			`<VisualConnection first="2" ref="@c2" second="1">`,
		},
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range parts[f.Name] {
			if !strings.Contains(string(text), part) {
				t.Errorf("%s has no %s:\n%s", f.Name, part, text)
			}
		}
		delete(parts, f.Name)
	}
	if len(parts) > 0 {
		t.Errorf("not written: %v", parts)
	}
	if net, err := Read(&b, "x.work"); err != nil || !reflect.DeepEqual(net, loop()) {
		t.Errorf("%v\ngot  %+v\nwant %+v", err, net, loop())
	}
}

// What the format does not have is an error, and so is a net that is too large for it.
func TestWriteErrors(t *testing.T) {
	for _, c := range []struct {
		change func(*extended.Net)
		want   string
	}{
		{func(n *extended.Net) { n.Places[0].ID = "a.b" }, `"a.b" is no name of a node, or that of two`},
		{func(n *extended.Net) { n.Places[0].ID = "t_1" }, `"t_1" is no name of a node, or that of two`},
		{func(n *extended.Net) { n.Transitions[0].At = nil }, `node "t_1" has no position`},
		{func(n *extended.Net) { n.Places[0].Capacity = 9 }, `place "p" has a capacity`},
		{func(n *extended.Net) { n.Places[0].Initial = 1 << 31 },
			`place "p" has 2147483648 tokens; at most 2147483647 can be written`},
		{func(n *extended.Net) { n.Arcs[0].Kind = extended.Read },
			`transition "t_1" has a read, inhibitor or reset arc`},
		{func(n *extended.Net) { n.Arcs[0].Weight = mostConnections - 1 },
			`arcs of weight 1, as the format has them, would be more than 1048576`},
	} {
		net := loop()
		c.change(net)
		if err := Write(io.Discard, net); err == nil || err.Error() != "workcraft: "+c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	if _, err := (&limited{io.Discard, 3}).Write([]byte("four")); err == nil {
		t.Error("a text above the limit is written")
	}
}
