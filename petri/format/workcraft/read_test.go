package workcraft

import (
	"archive/zip"
	"bytes"
	"errors"
	"hash/crc32"
	"io"
	"reflect"
	"strings"
	"testing"

	"brim/malformed"
	"brim/petri/extended"
)

// archived returns an archive of files: names and texts by turns.
func archived(t testing.TB, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		w, err := z.Create(files[i])
		if err == nil {
			_, err = io.WriteString(w, files[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const (
	meta = `<workcraft-meta><descriptor class="org.workcraft.plugins.stg.StgDescriptor"/>
<math entry-name="math.xml"/><visual entry-name="drawn.xml"/></workcraft-meta>`
	graph = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<model class="org.workcraft.plugins.stg.Stg" ref="">
  <AbstractModel><property class="java.lang.String" name="title" value="handshake"/></AbstractModel>
  <root class="org.workcraft.dom.math.MathGroup" ref=".">
    <node class="org.workcraft.dom.math.MathConnection" ref="@c0"><MathConnection first="p" second="g.a+/1"/></node>
    <node class="org.workcraft.plugins.stg.StgPlace" ref="p">
      <StgPlace><property class="boolean" name="implicit" value="false"/></StgPlace>
      <Place>
        <property class="int" name="capacity" value="1"/>
        <property class="int" name="tokens" value="2"/>
      </Place>
    </node>
    <node class="org.workcraft.dom.math.PageNode" ref="g">
      <node class="org.workcraft.plugins.stg.SignalTransition" ref="g.a+/1">
        <SignalTransition><property name="direction" value="PLUS"/></SignalTransition>
      </node>
      <node class="org.workcraft.dom.math.MathConnection" ref="g.@c1"><MathConnection first="p" second="g.a+/1"/></node>
    </node>
    <node class="org.workcraft.plugins.stg.DummyTransition" ref="dum"/>
    <node class="org.workcraft.dom.math.CommentNode" ref="comment0"/>
    <node class="org.workcraft.plugins.stg.StgPlace" ref="&lt;g.a+/1,dum&gt;"/>
    <node class="org.workcraft.dom.math.MathConnection" ref="@c2">
      <MathConnection first="g.a+/1" second="&lt;g.a+/1,dum&gt;"/>
    </node>
    <node class="org.workcraft.dom.math.MathConnection" ref="@c3">
      <MathConnection first="&lt;g.a+/1,dum&gt;" second="dum"/>
    </node>
    <node class="org.workcraft.dom.math.MathConnection" ref="@c4"><MathConnection first="dum" second="p"/></node>
  </root>
</model>`
	drawing = `<model class="org.workcraft.plugins.stg.VisualStg" ref="">
  <root class="org.workcraft.dom.visual.VisualGroup" ref="0">
    <node class="org.workcraft.plugins.petri.VisualPlace" ref="1">
      <VisualPlace ref="p"/>
      <VisualComponent><property name="label" value="the place"/></VisualComponent>
      <VisualTransformableNode>
        <property matrix="0x1.0p0 0x0.0p0 0x0.0p0 0x1.0p0 -0x1.0p1 0x1.8p0" name="transform"/>
      </VisualTransformableNode>
    </node>
    <node class="org.workcraft.dom.visual.VisualPage" ref="2">
      <VisualPage ref="g"/>
      <VisualTransformableNode><property matrix="1 0 0 1 10 0" name="transform"/></VisualTransformableNode>
      <node class="org.workcraft.plugins.stg.VisualSignalTransition" ref="3">
        <VisualSignalTransition ref="g.a+/1"/>
        <VisualTransformableNode><property matrix="1 0 0 1 0 1" name="transform"/></VisualTransformableNode>
      </node>
    </node>
    <node class="org.workcraft.plugins.stg.VisualDummyTransition" ref="4">
      <VisualDummyTransition ref="dum"/>
      <VisualTransformableNode><property matrix="0 1 -1 0 5 5" name="transform"/></VisualTransformableNode>
    </node>
  </root>
</model>`
)

// A graph with a page, two connections between the same nodes, an implicit place and a dummy, as Workcraft writes them.
func TestRead(t *testing.T) {
	net, err := Read(bytes.NewReader(archived(t, "meta", meta, "math.xml", graph, "drawn.xml", drawing)), "x.work")
	want := &extended.Net{
		Name: "handshake",
		Places: []extended.Place{
			{ID: "p", Label: "the place", Initial: 2, Capacity: extended.Unlimited, At: &extended.Point{X: -80, Y: 60}},
			{ID: "<g.a+/1,dum>", Capacity: extended.Unlimited},
		},
		Transitions: []extended.Transition{
			{ID: "g.a+/1", At: &extended.Point{X: 400, Y: 40}}, {ID: "dum", Silent: true},
		},
		Arcs: []extended.Arc{
			{Kind: extended.Input, Weight: 2}, {Kind: extended.Output, Place: 1, Weight: 1},
			{Kind: extended.Input, Place: 1, Transition: 1, Weight: 1},
			{Kind: extended.Output, Transition: 1, Weight: 1},
		},
	}
	if err != nil || !reflect.DeepEqual(net, want) {
		t.Errorf("%v\ngot  %+v\nwant %+v", err, net, want)
	}
}

// petri is a Petri net with these nodes, from line 2 on.
func petri(nodes string) string {
	return `<model class="org.workcraft.plugins.petri.Petri"><root>` + "\n" + nodes + "</root></model>"
}

func TestErrors(t *testing.T) {
	const place = `<node class="Place" ref="p"/>`
	connection := func(first, second string) string {
		ends := `first="` + first + `" second="` + second
		return "\n" + `<node class="MathConnection"><MathConnection ` + ends + `"/></node>`
	}
	for _, c := range []struct{ model, want string }{
		{petri(place + "\n" + place), `/model.xml:3: the name "p" is taken in line 2; expected another one`},
		{petri(`<node class="Place"/>`), `/model.xml:2: a node has no name; expected one in the attribute ref`},
		{petri(`<node class="org.x.Gate" ref="g"/>`),
			`/model.xml:2: a node of the class "org.x.Gate" is not understood; expected a place, transition or connection`},
		{petri(place + connection("p", "q")),
			`/model.xml:3: a connection ends at "q"; expected a place or a transition`},
		{petri(place + connection("p", "p")),
			`/model.xml:3: a connection goes from "p" to "p"; expected a place and a transition`},
		{petri(`<node class="Place" ref="p"><Place><property name="tokens" value="-1"/></Place></node>`),
			`/model.xml:2: place "p" has "-1" tokens; expected a whole number from 0 on`},
		{`<model class="org.workcraft.plugins.circuit.Circuit"/>`, "/model.xml:1: the model is of the class " +
			`"org.workcraft.plugins.circuit.Circuit"; expected a Petri net or a signal transition graph`},
		{"<model>", `/model.xml:1: the model is of the class ""; expected a Petri net or a signal transition graph`},
		{"<net/>", `/model.xml:1: found <net>; expected <model>`},
		{"", `/model.xml:1: the document is empty; expected <model>`},
	} {
		net, err := Read(bytes.NewReader(archived(t, "model.xml", c.model)), "x.work")
		if net != nil || err == nil || err.Error() != "x.work"+c.want {
			t.Errorf("%s\ngot  %v\nwant x.work%s", c.model, err, c.want)
		}
	}
	empty := archived(t, "other.xml", "<model/>")
	for _, data := range [][]byte{nil, []byte("PK"), []byte("<pnml/>"), empty, large(t)} {
		var wrong *malformed.Error
		_, err := Read(bytes.NewReader(data), "x.work")
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), "expected") {
			t.Errorf("%.20q: %v", data, err)
		}
	}
}

// large is a small archive of a text that would be too large.
func large(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	h := &zip.FileHeader{Name: "model.xml", Method: zip.Store, CRC32: crc32.ChecksumIEEE(nil)}
	h.UncompressedSize64 = mostText + 1
	if _, err := z.CreateRaw(h); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// An archive that is damaged or cut anywhere is an error, or is read as the same net, and never a failure of the
// program.
func TestDamaged(t *testing.T) {
	good := archived(t, "meta", meta, "math.xml", graph, "drawn.xml", drawing)
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 0x55
		for _, data := range [][]byte{bad, good[:i]} {
			var wrong *malformed.Error
			net, err := Read(bytes.NewReader(data), "x.work")
			if err == nil && len(net.Places) != 2 || err != nil && !errors.As(err, &wrong) {
				t.Fatalf("byte %d: %v, %+v", i, err, net)
			}
		}
	}
}
