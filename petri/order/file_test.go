package order

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"brim/malformed"
	"brim/petri"
)

func fileNet(t *testing.T) *petri.Net {
	t.Helper()
	b := petri.NewBuilder("n")
	for _, name := range []string{"idle", "busy", "with blank", "a#b", `say "x"`} {
		b.Place(name, 0)
	}
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return net
}

func TestReadOrder(t *testing.T) {
	const text = "# comment\n\nidle \t busy # the top\r\n\"with blank\"\n\"a#b\" \"say \\\"x\\\"\""
	d, err := Read(strings.NewReader(text), "x.order", fileNet(t))
	if err != nil {
		t.Fatal(err)
	}
	want := [][]int{{3, 4}, {2}, {0, 1}}
	if !d.Equal(Decomposition{Levels: want}) {
		t.Errorf("got %v, want %v", d.Levels, want)
	}
}

func TestReadOrderErrors(t *testing.T) {
	const all = "idle\nbusy\n\"with blank\"\n\"a#b\"\n"
	for _, c := range []struct{ text, want string }{
		{all, `x.order: 1 of 5 places are on no level: say "x"`},
		{"", `x.order: 5 of 5 places are on no level: idle, busy, with blank, a#b, say "x"`},
		{"idle\nbusi\n", `x.order:2: no place "busi" in net n; did you mean "busy"?`},
		{"idle\nelephant\n", `x.order:2: no place "elephant" in net n`},
		{all + "idle\n", `x.order:5: place "idle" is already on line 1`},
		{"idle\n\n\"with blank\n", `x.order:3: a quoted name does not end`},
	} {
		_, err := Read(strings.NewReader(c.text), "x.order", fileNet(t))
		var wrong *malformed.Error
		if !errors.As(err, &wrong) || err.Error() != c.want {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
	}
}

func TestWriteThenRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := petri.NewBuilder("random\nname")
		list := rapid.SliceOfDistinct(rapid.String(), func(s string) string { return s }).Draw(t, "names")
		var d Decomposition
		for i, name := range list {
			p := b.Place(name, 0)
			if i == 0 || rapid.Bool().Draw(t, "new level") {
				d.Levels = append(d.Levels, nil)
			}
			last := &d.Levels[len(d.Levels)-1]
			*last = append(*last, p)
		}
		net, err := b.Net()
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := d.Write(&text, net); err != nil {
			t.Fatal(err)
		}
		got, err := Read(&text, "x", net)
		if err != nil {
			t.Fatal(err)
		}
		if !got.Equal(d) {
			t.Fatalf("wrote %v, read %v", d.Levels, got.Levels)
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add("a b\nc")
	f.Add("\"a\" # b\n\"")
	f.Fuzz(func(t *testing.T, text string) {
		b := petri.NewBuilder("n")
		for _, name := range []string{"a", "b", "c"} {
			b.Place(name, 0)
		}
		net, _ := b.Net()
		if d, err := Read(strings.NewReader(text), "x", net); err == nil {
			if err := d.Check(net); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestCheck(t *testing.T) {
	net := fileNet(t)
	for _, c := range []struct {
		levels [][]int
		want   string
	}{
		{[][]int{{0}, {4, 3}, {1, 2}}, ""},
		{[][]int{{0}, {}, {1, 2, 3, 4}}, "order of net n: level 2 has no places"},
		{[][]int{{0}, {1, 2, 3, 4, 5}}, "order of net n: level 2: no place 5"},
		{[][]int{{0}, {1, 2, 3, 4}, {1}}, `order of net n: place "busy" is on level 2 and again on level 3`},
		{[][]int{{0}, {1, 2, 3}}, `order of net n: place "say \"x\"" is on no level`},
	} {
		got := ""
		if err := (Decomposition{Levels: c.levels}).Check(net); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%v: got %q, want %q", c.levels, got, c.want)
		}
	}
}

func TestReversedAndClone(t *testing.T) {
	d := Decomposition{Levels: [][]int{{0, 1}, {2}, {3, 4}}, Method: "force"}
	r := d.Reversed()
	if r.Method != "force reversed" || !r.Equal(Decomposition{Levels: [][]int{{3, 4}, {2}, {0, 1}}}) {
		t.Errorf("reversed: %v", r)
	}
	c := d.Clone()
	c.Levels[0][0] = 9
	c.Levels[1] = append(c.Levels[1], 7)
	if !slices.Equal(d.Levels[0], []int{0, 1}) || !slices.Equal(d.Levels[2], []int{3, 4}) ||
		d.fingerprint() == c.fingerprint() {
		t.Errorf("the clone shares memory: %v", d)
	}
}
