package tracefile

import (
	"bytes"
	_ "embed"
	"errors"
	"reflect"
	"strings"
	"testing"

	"brim/internal/ui/trace"
	"brim/malformed"
)

// What cannot be read is said with the line and what was expected.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		text, want string
		line       int
	}{
		{"", "there is no step", 1},
		{"# nothing\n", "there is no step", 1},
		{"a\nloop\nb\nloop\n", "a second loop", 4},
		{"a\nb\nloop\n", "a loop without steps", 2},
		{"a\ndeadlock\nb\n", "behind deadlock", 3},
		{"a\n\"b\n", "a name in quotes", 2},
		{"<trace><step/></trace>", "expected <transition>, <delay>, <loop>, <deadlock> or <marking>", 1},
		{"<trace>\n<transition/></trace>", "without an id", 2},
		{"<trace>\n<transition id='a'><bindings>\n<variable/></bindings></transition></trace>",
			"expected <variable> with an id", 3},
		{"<trace>\n<transition id='a'><bindings>\n<variable id='x'/></bindings></transition></trace>", "has no <color>",
			3},
		{"<trace>\n<transition id='a'><bindings><variable " +
			"id='x'>\n<colour/></variable></bindings></transition></trace>", "expected one <color>", 3},
		{"<trace>\n<transition id='a'>", "", 2},
		{"<traces/>", "expected <trace>", 1},
		{"<trace><transition id='a'>\n<token place='p' age='1' greaterThanOrEqual='maybe'/></transition></trace>",
			"expected true or false", 2},
		{"<trace><loop/><loop/></trace>", "a second <loop>", 1},
		{"<trace><deadlock/><transition id='a'/></trace>", "expected the end", 1},
		{"{", "not well-formed JSON", 1},
		{"[1]", "expected an object", 1},
		{"Parameters: x\nTrace:\n<trace>\n<x/>", "found <x>", 4},
		{"{\n\"format\": 3}", "expected a text", 2},
		{`{"witness":{"start":{"p":9223372036854775808}}}`, "expected an integer below 2^63", 1},
		{`{"witness":{"loop":0.5}}`, "expected an integer", 1},
		{"{\"witness\":\n{\"steps\":{}}}", "expected a list", 2},
		{`{"witness":{"dead":1}}`, "expected true or false", 1},
		{`{"witness":[]}`, "expected an object", 1},
		{"<trace>\n<transition id='a'><bindings>\n<variable id='x'><color>1</color></variable><variable " +
			"id='x'/></bindings></transition></trace>", "a second <variable> x", 3},
		{`{"format": "other"}`, `expected "brim-trace"`, 1},
		{`{"format": "brim-trace", "version": 9}`, "expected 1 to 1", 1},
		{`{"format": "brim-trace", "version": 1}`, "there is no witness", 1},
		{`{"format": "brim-trace", "version": 1, "deadlock": "x", "witness": {}}`, "expected maximal or infinite", 1},
		{`{"format": "brim-trace", "version": 1, "witness": {"loop": 1}}`, "a loop to position 1 of 0 steps", 1},
		{`{"format": "brim-trace", "version": 1, "witness": {"branches": [{}]}}`, "does not say at which position", 1},
		{`{"format": "brim-trace", "version": 1, "witness": {"branches": [{"at": 1}]}}`, "position 1 of 0 steps", 1},
		{`{"format": "brim-trace", "version": 1, "witness": {}} x`, "behind the trace", 1},
		{strings.Repeat(`{"witness":`, 5000), "expected 4000 at most", 1},
	} {
		_, err := Read([]byte(c.text), "file")
		var wrong *malformed.Error
		if !errors.As(err, &wrong) || wrong.File != "file" || wrong.Line != c.line ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60q: %v, expected line %d, %q", c.text, err, c.line, c.want)
		}
	}
}

// What verifypn 4.4.2, commit f5845044, prints, both ways out in one file: a deadlock (-n -t -x 1), a counterexample
// with a loop in LTL (-n -t -x 1 -ltl tarjan), and steps of a coloured net (-n -t -x 1 -C -R 0).
var (
	//go:embed testdata/deadlock.txt
	printed string
	//go:embed testdata/loop.txt
	printedLoop string
	//go:embed testdata/colours.txt
	printedColours string
)

// refused returns at which step a trace is, -1 for none.
func refused(t *testing.T, model, text string) (int, *Replay) {
	t.Helper()
	m, _ := asked(t, model, "true")
	x, err := Read([]byte(text), "file")
	if err != nil {
		t.Fatal(err)
	}
	r, err := x.Replay(t.Context(), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Failed != nil {
		return r.Failed.Step, r
	}
	return -1, r
}

func TestPrinted(t *testing.T) {
	trace := printed[strings.Index(printed, "<trace>"):]
	for text, step := range map[string]int{
		printed: -1,
		"Parameters: x\nQuery is satisfied.\n" + printed: -1,
		trace[:strings.Index(trace, "Spent")]:            -1,
		strings.Replace(printed, "Fork_2", "Fork_1", 1):  4, // it takes another one
		strings.Replace(printed, `"Idle_1"`, `"x"`, 1):   1,
		strings.Replace(printed, `"GetR_2"`, `"x"`, 1):   4,
	} {
		if got, r := refused(t, "dphil:3", text); got != step {
			t.Errorf("%s: refused at %d (%v), expected %d", text, got, r.Failed, step)
		}
	}
	if got, r := refused(t, "dphil:3", printedLoop); got != -1 || r.Steps != 11 || r.Loop == nil || *r.Loop != 7 {
		t.Errorf("the loop: refused at %d, %+v", got, r)
	}
	_, err := Read([]byte(printed+printedLoop), "file")
	var wrong *malformed.Error
	if !errors.As(err, &wrong) || wrong.Line != 51 {
		t.Errorf("two traces: %v", err)
	}
	if _, err := Read([]byte("Query is satisfied.\n<trace>\n\t<loop/>\n"), "file"); !errors.As(err, &wrong) {
		t.Errorf("half a trace: %v", err)
	}
}

// Names that could be read as something else are in quotes, and a mark of UTF-8 at the beginning is no part of one.
func TestOddNames(t *testing.T) {
	for _, name := range []string{"loop", "deadlock", "{a", "<a", "Trace:", "#a", " a", "a\n", `"a"`, `a\b`, "\ufeffa",
		"a", "a{", "ä"} {
		x := ofSteps()
		x.Witness.Steps = append(x.Witness.Steps, trace.Firing{Transition: name})
		for _, form := range []Form{JSON, List} {
			var b bytes.Buffer
			if err := x.Write(&b, form, nil); err != nil {
				t.Fatal(err)
			}
			for _, text := range []string{b.String(), "\ufeff" + b.String()} {
				y, err := Read([]byte(text), "file")
				if err != nil || len(y.Witness.Steps) != 1 || y.Witness.Steps[0].Transition != name {
					t.Errorf("%q: %v, %+v", text, err, y)
				}
			}
		}
	}
	if x, err := Read([]byte("\ufeff<trace><transition id='a'/></trace>"), "file"); err != nil ||
		len(x.Witness.Steps) != 1 {
		t.Errorf("XML: %v", err)
	}
}

func TestPrintedColours(t *testing.T) {
	for text, step := range map[string]int{
		printedColours: -1,
		strings.ReplaceAll(printedColours, "<color>Phil", "<color>"):                      -1, // names do, too
		strings.Replace(printedColours, "<color>Phil1<", "<color>Phil4<", 1):              1,
		strings.Replace(printedColours, "<color>Phil2<", "<color>Phil1<", 1):              2,
		strings.Replace(printedColours, `transition id="GetL"`, `transition id="Rel"`, 1): 3,
	} {
		if got, r := refused(t, "dphil-col:2", text); got != step {
			t.Errorf("%s: refused at %d (%v), expected %d", text, got, r.Failed, step)
		}
	}
}

// Colours are found by their names and by their ids; TAPAAL's form has ids.
func TestColoursByID(t *testing.T) {
	m, _ := asked(t, "dphil-col:3", "true")
	for _, text := range []string{
		"<trace><transition id='GoEat'><bindings><variable " +
			"id='i'><color>Phil2</color></variable></bindings></transition></trace>",
		"<trace><transition id='GoEat'><bindings><variable " +
			"id='i'><color>2</color></variable></bindings></transition></trace>",
		`{"format":"brim-trace","version":1,"witness":{"steps":[{"coloured":"GoEat","binding":{"i":"Phil2"}}]}}`,
		`{"format":"brim-trace","version":1,"witness":{"steps":[{"coloured":"GoEat","binding":{"i":"2"}}]}}`,
		"GoEat(i=Phil2)", "GoEat(i=2)",
	} {
		x, err := Read([]byte(text), "file")
		if err != nil {
			t.Fatal(err)
		}
		r, err := x.Replay(t.Context(), m, nil)
		if err != nil || r.Failed != nil {
			t.Fatal(text, err, r.Failed)
		}
		if got := m.Net.Transitions[r.Fired[0]].Name; got != "GoEat_2" {
			t.Errorf("%s fires %s, expected GoEat_2", text, got)
		}
		var b bytes.Buffer
		err = x.Write(&b, XML, m)
		if coloured := !strings.HasPrefix(text, "GoEat"); err != nil || coloured &&
			!strings.Contains(b.String(), "<color>Phil2</color>") {
			t.Errorf("%s becomes %s, %v", text, b.String(), err)
		}
	}
}

// Nothing that is read panics or hangs, and what is read can be written as JSON and read as the same.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		printed, printedColours, "a\nloop\nb(x=1, y=2)\n", "\"loop\"\ndeadlock\n",
		"<trace><loop/><transition id='a'><bindings><variable " +
			"id='x'><color>1</color></variable></bindings></transition></trace>",
		`{"format":"brim-trace","version":1,"witness":{"steps":[{"transition":"a","changes":[{"place":"p","from":0,"to":1}]}],"loop":0,"branches":[{"at":1}]}}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		x, err := Read(text, "file")
		if err != nil {
			var wrong *malformed.Error
			if !errors.As(err, &wrong) || wrong.Line < 1 {
				t.Fatalf("%v", err)
			}
			return
		}
		var b, again bytes.Buffer
		if err := x.Write(&b, JSON, nil); err != nil {
			t.Fatal(err)
		}
		y, err := Read(b.Bytes(), "file")
		if err != nil {
			t.Fatalf("%v\n%s", err, b.String())
		}
		if err := y.Write(&again, JSON, nil); err != nil || !reflect.DeepEqual(b.String(), again.String()) {
			t.Fatalf("%v\n%s\n%s", err, b.String(), again.String())
		}
	})
}

// Colours may be tuples, with commas of their own.
func TestArranged(t *testing.T) {
	for name, want := range map[string]string{
		"Eat(q=2,p=(1,alice))": "Eat(p=(1,alice), q=2)", "Eat( p = 1 )": "Eat(p=1)", "Eat(1)": "Eat(1)",
		"Eat(p=1,p=2)": "Eat(p=1,p=2)",
	} {
		if got := arranged(name); got != want {
			t.Errorf("%s: %s, expected %s", name, got, want)
		}
	}
}
