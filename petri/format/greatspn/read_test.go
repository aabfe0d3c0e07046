package greatspn

import (
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"

	"brim/petri/extended"
)

func at(x, y float64) *extended.Point { return &extended.Point{X: x, Y: y} }

// Files as the old and the new editor write them, and the nets that they mean.
func TestFiles(t *testing.T) {
	for file, c := range map[string]struct {
		read func(io.Reader, string) (*extended.Net, error)
		want *extended.Net
	}{
		"buffer.net": {Read, &extended.Net{
			Name: "buffer",
			Places: []extended.Place{
				{ID: "free", Initial: 4, Capacity: extended.Unlimited, At: at(120, 180)},
				{ID: "full", Capacity: extended.Unlimited, At: at(360, 180)},
				{ID: "stop", Capacity: extended.Unlimited, At: at(600, 180)},
			},
			Transitions: []extended.Transition{
				{ID: "produce", At: at(240, 120)}, {ID: "consume", Priority: 2, At: at(240, 240)},
				{ID: "halt", At: at(600, 240)},
			},
			Arcs: []extended.Arc{
				{Place: 0, Transition: 0, Kind: extended.Input, Weight: 1, Via: []extended.Point{{X: 180, Y: 120}}},
				{Place: 1, Transition: 0, Kind: extended.Output, Weight: 4},
				{Place: 2, Transition: 0, Kind: extended.Inhibitor, Weight: 1},
				{Place: 1, Transition: 1, Kind: extended.Input, Weight: 3,
					Via: []extended.Point{{X: 324, Y: 216}, {X: 300, Y: 240}}},
				{Place: 0, Transition: 1, Kind: extended.Output, Weight: 1},
				{Place: 2, Transition: 2, Kind: extended.Output, Weight: 1},
			},
		}},
		"buffer.PNPRO": {ReadProject, &extended.Net{
			Name: "Buffer",
			Places: []extended.Place{
				{ID: "free", Initial: 4, Capacity: extended.Unlimited, At: at(120, 180)},
				{ID: "full", Capacity: extended.Unlimited, At: at(360, 180)},
			},
			Transitions: []extended.Transition{
				{ID: "produce", At: at(240, 120)}, {ID: "consume", Priority: 2, At: at(240, 240)}, {ID: "halt"},
			},
			Arcs: []extended.Arc{
				{Place: 0, Transition: 0, Kind: extended.Input, Weight: 1, Via: []extended.Point{{X: 180, Y: 120}}},
				{Place: 1, Transition: 0, Kind: extended.Output, Weight: 4},
				{Place: 1, Transition: 2, Kind: extended.Inhibitor, Weight: 2},
				{Place: 1, Transition: 1, Kind: extended.Input, Weight: 1},
				{Place: 0, Transition: 1, Kind: extended.Output, Weight: 1},
			},
		}},
	} {
		f, err := os.Open("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		net, err := c.read(f, file)
		f.Close()
		if err != nil || !reflect.DeepEqual(net, c.want) {
			t.Errorf("%s: %v\ngot  %+v\nwant %+v", file, err, net, c.want)
		}
	}
}

const head = "|0|\n|\n"

// netErrors lists texts of the old format that are refused.
var netErrors = []struct{ text, want string }{
	{"net a\ntr t", `1:1: this does not begin with a bar; expected a .net of GreatSPN; this looks like a net of Tina, whose name should end in .net`},
	{"|0|\n", `2:1: the file ends in its comment; expected a second line that begins with a bar`},
	{head + "g", `3:1: found "g"; expected f and the numbers of things`},
	{head + "f 0 1", `3:6: the file ends here; expected the number of rate parameters`},
	{head + "f 0 x", `3:5: found "x"; expected the number of places`},
	{head + "f 0 99999 0 0 0 0", `3:5: there are 99999 things; the file has no room for as many`},
	{head + "f 0 1 0 0 0 0 0\np -1 0 0 0 0 0\n",
		`4:3: the marking of place "p" is -1; expected a number, or −n for the parameter n of 0`},
	{head + "f 0 1 0 0 0 0 0\np -10001 0 0 0 0 0 1 1 C\n",
		`4:3: the marking of place "p" is one of colours; only nets without colours are read`},
	{head + "f 1 1 0 0 0 0 0\nN -7134 0 0 0\np -1 0 0 0 0 0\n",
		`5:3: the marking of place "p" is a parameter that has no value, or a negative one; expected a number from 0 on`},
	{head + "f 0 1 0 0 0 0 0\np 0 0 0 0 0 0 1 1 C\n",
		`4:15: place "p" has tokens of a colour, "1 1 C"; only nets without colours are read`},
	{head + "f 0 1 0 0 0 0 0\np 0 x 0 0 0 0\n", `4:5: found "x"; expected a coordinate`},
	{head + "f 0 2 0 0 0 0 0\np 0 0 0 0 0 0\np 0 0 0 0 0 0\n",
		`5:1: two places are called "p"; expected different names`},
	{head + "f 0 0 0 1 0 0 0\nt -510.0 1 0 0 0 0 0 0 0 0 0 0\n",
		`4:3: the rate of transition "t" depends on the marking and may be 0; expected a number`},
	{head + "f 0 0 0 1 0 0 0\nt 1.0 1 2 0 0 0 0 0 0 0 0 0\n",
		`4:9: transition "t" is in group 2; expected one of 0 groups`},
	{head + "f 0 0 0 1 0 0 0\nt 1.0 1 0 0 0 0 0 0 0 0 0 0 1 1 [x=y]\n",
		`4:29: transition "t" has a guard, "1 1 [x=y]"; only nets without colours are read`},
	{head + "f 0 0 0 1 0 0 0\nt 1.0 1 0 1 0 0 0 0 0 0 0 0\n 1 1 0 0\n",
		`5:4: an arc ends at place 1; expected a number up to 0`},
	{head + "f 0 1 0 1 0 0 0\np 0 0 0 0 0 0\nt 1.0 1 0 1 0 0 0 0 0 0 0 0\n 0 1 0 0\n",
		`6:2: the weight of an arc is 0; expected a number from 1 on`},
	{head + "f 0 1 0 1 0 0 0\np 0 0 0 0 0 0\nt 1.0 1 0 1 0 0 0 0 0 0 0 0\n 1 1 0 0 0 0 <x>\n",
		`6:10: an arc has the weight "0 0 <x>"; only nets without colours are read`},
}

func TestNetErrors(t *testing.T) {
	for _, c := range netErrors {
		net, err := Read(strings.NewReader(c.text), "x.net")
		first, _, _ := strings.Cut(fmt.Sprint(err), "\n") // then comes the line
		if first != "x.net:"+c.want || net != nil {
			t.Errorf("%q:\ngot  %v\nwant x.net:%s", c.text, err, c.want)
		}
	}
}

// projectOf returns a project file with nodes from line 2 on, and edges.
func projectOf(nodes, edges string) string {
	return "<project><gspn name='n'><nodes>\n" + nodes + "</nodes><edges>" + edges + "</edges></gspn></project>"
}

const twoNodes = "<place name='p'/><transition name='t' type='EXP'/>"

// Old files have longer names for the attributes of arcs.
func TestOldProject(t *testing.T) {
	text := projectOf(twoNodes, "<arc tail='p' head='t' type='INHIBITOR' multiplicity='3' multiplicity-x='1'/>")
	net, err := ReadProject(strings.NewReader(text), "x")
	if want := []extended.Arc{{Kind: extended.Inhibitor, Weight: 3}}; err != nil || !reflect.DeepEqual(net.Arcs, want) {
		t.Errorf("%+v, %v", net, err)
	}
}

// projectErrors lists project files that are refused.
var projectErrors = []struct{ text, want string }{
	{"", `1: the document is empty; expected <project>`},
	{"<pnml/>", `1: found <pnml>; expected <project>; this looks like a net in PNML`},
	{"<project>\n</project>", `2: found no net; expected <gspn>`},
	{"<project><gspn name='a'/>\n<gspn name='b'/></project>",
		`1: the project has several nets, "a", "b"; expected the name of one behind that of the file, ` +
			`as in "x.PNPRO#a"`},
	{projectOf("<place name='p' domain='C'/>", ""),
		`2: place "p" has tokens of the colour class "C"; only nets without colours are read`},
	{projectOf("<place name='p' type='CONTINUOUS'/>", ""),
		`2: place "p" has the type "CONTINUOUS"; only nets with discrete places are read`},
	{projectOf("<place name='p' capacity='2'/>", ""),
		`2: the attribute capacity of <place> is not understood; expected marking, type, domain`},
	{projectOf("<place name='p'/>\n<place name='p'/>", ""), `3: the name "p" is taken in line 2; expected another one`},
	{projectOf("<place/>", ""), `2: a node has no name; expected one`},
	{projectOf("<location name='l'/>", ""),
		`2: <location> is not understood; expected a place, a transition or a constant`},
	{projectOf("<place name='p' marking='N+1'/>", ""),
		`2: the marking of place "p" is "N+1"; expected whole numbers and constants, joined by +, from 0 on`},
	{projectOf("<place name='p' marking='9223372036854775807+1'/>", ""),
		`2: the marking of place "p" is "9223372036854775807+1"; ` +
			`expected whole numbers and constants, joined by +, from 0 on`},
	{projectOf("<template name='N' type='INTEGER'/><place name='p' marking='N'/>", ""),
		`2: the marking of place "p" is the parameter "N", which has no value; expected a number, or a constant`},
	{projectOf("<transition name='t' type='CONT'/>", ""),
		`2: transition "t" has the type "CONT"; expected EXP, IMM or GEN`},
	{projectOf("<transition name='t' type='EXP' guard='x==y'/>", ""),
		`2: transition "t" has the guard "x==y"; only nets without colours are read`},
	{projectOf("<transition name='t' type='EXP' delay='2*#p'/>", ""),
		`2: the delay of transition "t" depends on the marking, "2*#p", and may be 0; expected a number`},
	{projectOf("<transition name='t' type='IMM' priority='0'/>", ""),
		`2: the priority of transition "t" is "0"; expected whole numbers and constants, joined by +, from 1 on`},
	{projectOf(twoNodes, "<edge/>"), `2: <edge> is not understood; expected an arc`},
	{projectOf(twoNodes, "<arc tail='p' head='u' kind='INPUT'/>"),
		`2: an arc ends at "u"; expected the name of a place or transition`},
	{projectOf(twoNodes, "<arc tail='t' head='p' kind='INPUT'/>"),
		`2: an arc of the kind INPUT goes from "t" to "p"; expected a place and a transition`},
	{projectOf(twoNodes, "<arc tail='p' head='t' kind='RESET'/>"),
		`2: an arc has the kind "RESET"; expected INPUT, OUTPUT or INHIBITOR`},
	{projectOf(twoNodes, "<arc tail='p' head='t' kind='INPUT' mult='&lt;x&gt;'/>"),
		`2: the weight of the arc from "p" to "t" is "<x>"; ` +
			`expected whole numbers and constants, joined by +, from 1 on`},
}

func TestProjectErrors(t *testing.T) {
	for _, c := range projectErrors {
		if net, err := ReadProject(strings.NewReader(c.text), "x"); err == nil || err.Error() != "x:"+c.want ||
			net != nil {
			t.Errorf("%q:\ngot  %v\nwant x:%s", c.text, err, c.want)
		}
	}
}

// What a project file cannot hold is refused before anything is written.
func TestWriteRefuses(t *testing.T) {
	place := extended.Place{ID: "p", Capacity: extended.Unlimited}
	for want, net := range map[string]*extended.Net{
		`greatspn: WriteProject: net n: "EX" is no name of a node, or of two; expected letters, digits and underlines`: {
			Places: []extended.Place{{ID: "EX", Capacity: extended.Unlimited}},
		},
		`greatspn: WriteProject: net n: "p" is no name of a node, or of two; expected letters, digits and underlines`: {
			Places: []extended.Place{place}, Transitions: []extended.Transition{{ID: "p"}},
		},
		`greatspn: WriteProject: net n: place p has a capacity`: {Places: []extended.Place{{ID: "p"}}},
		`greatspn: WriteProject: net n: transition t has a read or reset arc`: {
			Places: []extended.Place{place}, Transitions: []extended.Transition{{ID: "t"}},
			Arcs: []extended.Arc{{Kind: extended.Reset, Weight: 1}},
		},
		`greatspn: WriteProject: net n: transition t has priority over another by a pair`: {
			Transitions: []extended.Transition{{ID: "t"}, {ID: "u"}}, Over: []extended.Priority{{First: 0, Then: 1}},
		},
		`greatspn: WriteProject: net n: the priorities -2 and 9223372036854775807 are too far apart`: {
			Transitions: []extended.Transition{{ID: "t", Priority: -2}, {ID: "u", Priority: 1<<63 - 1}},
		},
	} {
		net.Name = "n"
		var b strings.Builder
		if err := WriteProject(&b, net); err == nil || err.Error() != want || b.Len() > 0 {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

// Of several nets the one is read whose name stands behind that of the file.
func TestOneOfSeveral(t *testing.T) {
	const text = `<project><gspn name='a'/><gspn name='b'><nodes><constant name='N' value='3'/>
<place name='p' marking='N + 1+N'/></nodes></gspn></project>`
	net, err := ReadProject(strings.NewReader(text), "x.PNPRO#b")
	if err != nil || net.Name != "b" || len(net.Places) != 1 || net.Places[0].Initial != 7 {
		t.Errorf("%+v, %v", net, err)
	}
	const want = `x.pnpro.gz#c:2: the project has no net called "c"; expected one of "a", "b"`
	if _, err := ReadProject(strings.NewReader(text), "x.pnpro.gz#c"); err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
	for _, name := range []string{"x.pnml#a", "#", "x.PNPRO", "a#b.PNPRO"} {
		if file, net := Part(name); file != name || net != "" {
			t.Errorf("%s: %s, %s", name, file, net)
		}
	}
}
