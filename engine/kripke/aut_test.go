package kripke_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"brim/ctl/syntax"
	"brim/engine/kripke"
	"brim/internal/testkit/frugal"
	"brim/malformed"
)

const smallAUT = `des (0, 5, 4)
(0,"send(1)",1)
(0, "send(2)" ,2)

 (1,ack,0)
(2,"say "hi", twice",3)
(2,ack(x,y),0)
`

func readAUT(t testing.TB, text string) *kripke.LTS {
	t.Helper()
	l, err := kripke.ReadAUT(strings.NewReader(text), "x.aut")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestReadAUT(t *testing.T) {
	l := readAUT(t, smallAUT)
	if l.States() != 4 || l.Transitions() != 5 || l.Name() != "x.aut" || l.Words() != 1 || l.Initial()[0][0] != 0 {
		t.Errorf("%d states, %d transitions", l.States(), l.Transitions())
	}
	if want := []string{"send(1)", "send(2)", "ack", `say "hi", twice`, "ack(x,y)"}; !slices.Equal(l.Labels(), want) {
		t.Errorf("labels %q, want %q", l.Labels(), want)
	}
	var out kripke.Successors
	for s, want := range []string{"send(1)→1 send(2)→2 ", "ack→0 ", `say "hi", twice→3 ack(x,y)→0 `, ""} {
		if err := l.Successors(kripke.State{uint64(s)}, &out); err != nil {
			t.Fatal(err)
		}
		got := ""
		for i := range out.Len() {
			got += l.Labels()[out.Label(i)] + "→" + l.Format(out.State(i)) + " "
		}
		if got != want {
			t.Errorf("state %d: %s, want %s", s, got, want)
		}
	}
}

// A byte order mark, Windows' ends of lines and empty lines before the first do not matter.
func TestReadAUTMarks(t *testing.T) {
	want := listing(t, readAUT(t, smallAUT))
	for _, text := range []string{"\ufeff" + smallAUT, "\ufeff\n\n" + smallAUT,
		"\ufeff" + strings.ReplaceAll(smallAUT, "\n", "\r\n")} {
		if got := listing(t, readAUT(t, text)); got != want {
			t.Errorf("%.20q: read %s\nwant %s", text, got, want)
		}
	}
	if _, err := kripke.ReadAUT(strings.NewReader("\n\ufeff"+smallAUT), "x.aut"); err == nil {
		t.Error("a mark in the second line was taken for one")
	}
}

// Every error names the file, the line and what was expected.
func TestReadAUTErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "x.aut:1: the file is empty; expected des (INITIAL, TRANSITIONS, STATES)"},
		{"\n\n", "x.aut:2: the file is empty; expected des (INITIAL, TRANSITIONS, STATES)"},
		{"(0,a,1)\n", `x.aut:1: found "(0,a,1)"; expected des (INITIAL, TRANSITIONS, STATES)`},
		{"aag 1 1 0 1 0\n",
			`x.aut:1: found "aag 1 1 0 1 0"; expected des (INITIAL, TRANSITIONS, STATES); this looks like a circuit in the AIGER format, whose name should end in .aag`},
		{"des (0,1)\n", `x.aut:1: found "des (0,1)"; expected des (INITIAL, TRANSITIONS, STATES)`},
		{"des 0,1,2\n", `x.aut:1: found "des 0,1,2"; expected des (INITIAL, TRANSITIONS, STATES)`},
		{"des (0,1,-2)\n", `x.aut:1: the number of states is "-2"; expected a number that is not negative`},
		{"des (0,x,2)\n", `x.aut:1: the number of transitions is "x"; expected a number that is not negative`},
		{"des (0,99999999999999999999,2)\n",
			`x.aut:1: the number of transitions is "99999999999999999999"; expected 1073741824 at most`},
		{"des (0,0,0)\n", "x.aut:1: no states; expected 1 at least"},
		{"des (2,0,2)\n", "x.aut:1: the initial state is 2, which is not there: there are 2 states, from 0 on"},
		{"\ndes (0,1,1073741824)\n(0,a,1)\n",
			"x.aut:2: the number of states is 1073741824 and that of transitions 1; expected at most 1048576 states " +
				"more than can be reached"},
		{"des (0,0,1048578)\n", "x.aut:1: the number of states is 1048578 and that of transitions 0; expected at " +
			"most 1048576 states more than can be reached"},
		{"des (0,2,2)\n(0,a,1)\n", "x.aut:2: the file ends after 1 of 2 transitions"},
		{"des (0,1,2)\n(0,a,1)\n(1,a,0)\n", "x.aut:3: transition 2, where the header speaks of 1"},
		{"des (0,1,2)\n(0,\"a\",", `x.aut:2: found "(0,\"a\","; expected (FROM, "LABEL", TO)`},
		{"des (0,1,2)\n(0,1)\n", `x.aut:2: found "(0,1)"; expected (FROM, "LABEL", TO)`},
		{"des (0,1,2)\n(0,a,2)\n", "x.aut:2: a transition to state 2, which is not there: there are 2 states, from 0 " +
			"on"},
		{"des (0,1,2)\n(7,a,1)\n", "x.aut:2: a transition from state 7, which is not there: there are 2 states, from " +
			"0 on"},
		{"des (0,1,2)\n(-1,a,1)\n",
			`x.aut:2: the state from which a transition leads is "-1"; expected a number that is not negative`},
		{"des (0,1,2)\n(0,a,b)\n",
			`x.aut:2: the state to which a transition leads is "b"; expected a number that is not negative`},
		{"des (0,1,2)\n(0,,1)\n", `x.aut:2: no label in "(0,,1)"`},
		{"des (0,1,2)\n(0,\"a,1)\n", `x.aut:2: the label "\"a" has no closing quote`},
		{"des (0,1,2)\n(0,\",1)\n", `x.aut:2: the label "\"" has no closing quote`},
		{"des (0,1,2)\n(0,\xff,1)\n", `x.aut:2: the label "\xff" is not UTF-8`},
		{"des (0,1,2)\n(0," + strings.Repeat("a", 2<<20) + ",1)\n", "x.aut:2: a line of more than 1048576 bytes"},
	} {
		_, err := kripke.ReadAUT(strings.NewReader(c.text), "x.aut")
		var wrong *malformed.Error
		if !errors.As(err, &wrong) || err.Error() != c.want {
			t.Errorf("%.40q:\nerror %v\nwant  %s", c.text, err, c.want)
		}
	}
	broken := errors.New("broken")
	if _, err := kripke.ReadAUT(io.MultiReader(strings.NewReader("des (0,1,2)\n"), iotest.ErrReader(broken)),
		"x.aut"); !errors.Is(err, broken) {
		t.Error(err)
	}
	if _, err := kripke.ReadAUTFile(t.Context(), filepath.Join(t.TempDir(), "none.aut")); !errors.Is(err,
		os.ErrNotExist) {
		t.Error(err)
	}
}

// randomLTS draws a graph.
func randomLTS(rng *rand.Rand) *kripke.LTS {
	labels := []string{"a", "b(1,2)", `c "quoted"`, " d ", "tau", `"`}
	states := 1 + rng.IntN(20)
	edges := make([]kripke.Edge, rng.IntN(3*states))
	for i := range edges {
		edges[i] = kripke.Edge{From: rng.IntN(states), To: rng.IntN(states), Label: rng.IntN(len(labels))}
	}
	l, err := kripke.NewLTS("random", states, rng.IntN(states), labels, edges)
	if err != nil {
		panic(err)
	}
	return l
}

// listing writes the initial state and all transitions of a graph.
func listing(t testing.TB, l *kripke.LTS) string {
	text := l.Format(l.Initial()[0]) + ":"
	var out kripke.Successors
	for s := range l.States() {
		if err := l.Successors(kripke.State{uint64(s)}, &out); err != nil {
			t.Fatal(err)
		}
		for i := range out.Len() {
			text += " " + l.Format(kripke.State{uint64(s)}) + "-" + l.Labels()[out.Label(i)] + "->" +
				l.Format(out.State(i))
		}
	}
	return text
}

// What is written is read back.
func TestWriteAUT(t *testing.T) {
	for seed := range uint64(300) {
		l := randomLTS(rand.New(rand.NewPCG(seed, 41)))
		var b bytes.Buffer
		if err := kripke.WriteAUT(&b, l); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		if got, want := listing(t, readAUT(t, text)), listing(t, l); got != want {
			t.Fatalf("seed %d:\n%s\nread %s\nwant %s", seed, text, got, want)
		}
	}
}

func TestNewLTSErrors(t *testing.T) {
	for _, c := range []struct {
		states, initial int
		edge            kripke.Edge
		want            string
	}{
		{0, 0, kripke.Edge{}, "0 states; expected 1 to 2147483648"},
		{2, 2, kripke.Edge{}, "no initial state 2: there are 2 states"},
		{2, 0, kripke.Edge{From: 2}, "transition 0 comes from state 2, which is not there: there are 2 states"},
		{2, 0, kripke.Edge{To: -1}, "transition 0 leads to state -1, which is not there: there are 2 states"},
		{2, 0, kripke.Edge{Label: 1}, "transition 0 has label 1, which is not there: there are 1 labels"},
	} {
		if _, err := kripke.NewLTS("x", c.states, c.initial, []string{"a"}, []kripke.Edge{c.edge}); err == nil ||
			err.Error() != c.want {
			t.Errorf("error %v\nwant  %s", err, c.want)
		}
	}
}

func TestLTSPredicate(t *testing.T) {
	l := readAUT(t, smallAUT)
	for text, want := range map[string]string{
		`enabled("ack")`: "0100", `enabled("ack", "send(1)")`: "1100", "deadlock": "0001",
		`!enabled("ack(x,y)") & !deadlock`: "1100", "true": "1111",
		`enabled(ack) <-> deadlock`: "1010", `deadlock -> false`: "1110",
	} {
		f, err := syntax.Parse(text, "test", l.Names())
		if err != nil {
			t.Fatal(err)
		}
		holds, err := l.Predicate(f)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for s := range l.States() {
			got += map[bool]string{true: "1", false: "0"}[holds(kripke.State{uint64(s)})]
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	f, err := syntax.Parse("p = 1", "test", syntax.NewLists([]string{"p"}, nil, nil))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Predicate(f); err == nil || err.Error() != "p = 1: x.aut has no places" {
		t.Error(err)
	}
}

// The state counts, fan-outs and levels that are known of real files.
func TestSharedLTS(t *testing.T) {
	for _, c := range []struct {
		name                                  string
		states, transitions, levels, deadlock int
	}{
		{"abp-2", 74, 92, 20, 0}, {"abp-4", 146, 184, 20, 0}, {"abp-8", 290, 368, 20, 0}, {"abp-16", 578, 736, 20, 0},
		{"cabp-2", 464, 1632, 26, 0}, {"cabp-4", 1040, 3808, 26, 0}, {"cabp-8", 2576, 9888, 26, 0},
		{"cabp-16", 7184, 28960, 26, 0},
		{"ccp-3", 28593, 114804, 27, 0}, {"lift3-init", 31952, 122373, 47, 327}, {"lift3-own", 31925, 121197, 47, 327},
		{"lift3-final", 4312, 9918, 46, -1},
	} {
		l, err := kripke.ReadAUTFile(t.Context(), filepath.Join(sharedFolder(t), "models", "lts", c.name+".aut"))
		if err != nil {
			t.Fatal(err)
		}
		x, err := kripke.Explore(context.Background(), l, nil, kripke.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if !x.Complete || x.States() != c.states || x.Transitions != int64(c.transitions) ||
			len(x.Levels) != c.levels || c.deadlock >= 0 && x.Deadlocks != c.deadlock {
			t.Errorf("%s: %d states, %d transitions, %d levels, %d deadlocks; want %+v", c.name, x.States(),
				x.Transitions, len(x.Levels), x.Deadlocks, c)
		}
	}
}

// sharedFolder returns the folder shared beside the module, which is not part of it.
func sharedFolder(t testing.TB) string {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		shared := filepath.Join(dir, "shared")
		if _, err := os.Stat(filepath.Join(shared, "models", "lts")); err == nil {
			return shared
		}
	}
	t.Skip("real transition systems are not here: no folder shared/models/lts beside the module")
	return ""
}

// FuzzReadAUT reads anything: it must not panic nor take much memory, a refusal has a line, and what is read comes back
// when it is written.
func FuzzReadAUT(f *testing.F) {
	for _, text := range []string{
		smallAUT, "", "des (0,0,1)", "des(0,1,1)\n(0,\"\",0)", "des (0,1,2)\n(0,\"a\",1", "des (1,1,2)\n(0,\",1,\",1)",
		"des (0,1,1000000)\n(0,a,999999)",
		"des (0,-1,2)", "des (0,1,2)\n(0,a,2)", "des (0,1,2)\n(0, i ,1)\n\n\n", "des (9,9,9)",
		"des (0,1,1)\n(0,\"\"\",0)", "des (0,1,1)\r\n(0,a,0)\r\n",
		"\ufeff" + smallAUT, "\ufeff\n" + smallAUT, "des (0,1,1073741824)\n(0,a,1)\n",
		"des (0,1073741824,2)\n(0,a,1)\n", "des (0,0,1048577)",
		"des (0,1,2)\n(0,\x1b[31m,1)\n", "des (0,2,2)\n(0,a,1)\n(0,a,1)\n", "aag 1 1 0 1 0\n2\n2\n", "<pnml/>",
		"\x1f\x8b",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var l *kripke.LTS
		var err error
		frugal.Check(t, 16<<20+1000*uint64(len(text)),
			func() { l, err = kripke.ReadAUT(strings.NewReader(text), "x.aut") })
		if err != nil {
			var wrong *malformed.Error
			if !errors.As(err, &wrong) || wrong.Line < 1 || wrong.Msg == "" || l != nil {
				t.Fatalf("graph %v, error %#v", l, err)
			}
			return
		}
		var b bytes.Buffer
		if err := kripke.WriteAUT(&b, l); err != nil {
			t.Fatal(err)
		}
		back := readAUT(t, b.String())
		if back.States() != l.States() || back.Transitions() != l.Transitions() {
			t.Fatalf("read %d states and %d transitions, want %d and %d", back.States(), back.Transitions(), l.States(),
				l.Transitions())
		}
		if l.States() > 1000 {
			return // a listing would be slow
		}
		if got, want := listing(t, back), listing(t, l); got != want {
			t.Fatalf("read %s\nwant %s", got, want)
		}
	})
}
