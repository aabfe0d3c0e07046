package reduce

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"brim/malformed"
	"brim/petri"
)

// A file of equations is one JSON object:
//
//	{
//	  "format": "brim equations 2",
//	  "net": "…", "of": "…",                               the smaller net, the original
//	  "places": ["a", "b", "c", "d"],                      those of the original
//	  "equations": [
//	    {"constant": "a", "tokens": 3},                    a always holds 3
//	    {"fuse": "b", "into": "c"},                        from here on c is what c and b were together
//	    {"function": "d", "of": "c", "times": 2, "plus": 1, "over": 1},   d holds (2·c + 1)/1
//	    {"scale": "c", "times": 2, "plus": 1}              from here on c is what was 2·c + 1
//	  ],
//	  "transitions": [                                     those of the original, what they ask for
//	    {"name": "t", "least": {"a": 1}, "below": {"d": 2}}    1 token on a, and fewer than 2 on d
//	  ]
//	}
//
// Equations are in the order in which the net changed: to have the original's markings go from the last one to the
// first. What transitions ask for is what it takes to count the original's firings; what they do is not there.
type equationsFile struct {
	Format    string         `json:"format"`
	Net       string         `json:"net"`
	Of        string         `json:"of"`
	Places    []string       `json:"places"`
	Equations []equationLine `json:"equations"`

	Transitions []transitionLine `json:"transitions"`
}

type transitionLine struct {
	Name  string           `json:"name"`
	Least map[string]int64 `json:"least,omitempty"`
	Below map[string]int64 `json:"below,omitempty"`
}

type equationLine struct {
	Constant string `json:"constant,omitempty"`
	Fuse     string `json:"fuse,omitempty"`
	Function string `json:"function,omitempty"`
	Scale    string `json:"scale,omitempty"`

	Into   string `json:"into,omitempty"`
	Of     string `json:"of,omitempty"`
	Tokens *int64 `json:"tokens,omitempty"`
	Times  *int64 `json:"times,omitempty"`
	Plus   *int64 `json:"plus,omitempty"`
	Over   *int64 `json:"over,omitempty"`
}

const equationsFormat = "brim equations 2"

// Write writes the equations between net, the original, and small.
func (e *Equations) Write(w io.Writer, net, small *petri.Net) error {
	f := equationsFile{Format: equationsFormat, Net: small.Name, Of: net.Name, Places: []string{},
		Equations: []equationLine{}, Transitions: []transitionLine{}}
	name := func(p int) string { return net.Places[p].Name }
	for p := range net.Places {
		f.Places = append(f.Places, name(p))
	}
	for i := range e.List {
		x := &e.List[i]
		var l equationLine
		switch x.Kind {
		case Constant:
			l = equationLine{Constant: name(x.Place), Tokens: &x.Const}
		case Fuse:
			l = equationLine{Fuse: name(x.Place), Into: name(x.Base)}
		case Function:
			l = equationLine{Function: name(x.Place), Of: name(x.Base), Times: &x.Num, Plus: &x.Const, Over: &x.Den}
		default:
			l = equationLine{Scale: name(x.Place), Times: &x.Num, Plus: &x.Const}
		}
		f.Equations = append(f.Equations, l)
	}
	weights := func(arcs []petri.Arc) map[string]int64 {
		m := make(map[string]int64, len(arcs))
		for _, a := range arcs {
			m[name(a.Place)] = a.Weight
		}
		return m
	}
	for i := range net.Transitions {
		t := &net.Transitions[i]
		f.Transitions = append(f.Transitions, transitionLine{t.Name, weights(t.Pre), weights(t.Inhibit)})
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	return encoder.Encode(f)
}

// ReadEquations reads what Write wrote: the equations, and as much of the original as its numbers need, its places
// without tokens and its transitions with what they ask for, but not with what they do. small is the smaller net. The
// error is a *malformed.Error if the text is wrong.
func ReadEquations(r io.Reader, file string, small *petri.Net) (e *Equations, of *petri.Net, err error) {
	wrong := func(format string, args ...any) error {
		return &malformed.Error{File: file, Line: 1, Msg: fmt.Sprintf(format, args...)}
	}
	var f equationsFile
	decoder := json.NewDecoder(r)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&f); err != nil {
		return nil, nil, wrong("no equations: %v", err)
	}
	if f.Format != equationsFormat {
		return nil, nil, wrong("the format is %q; expected %q", f.Format, equationsFormat)
	}
	number := map[string]int{}
	for i, name := range f.Places {
		if _, twice := number[name]; twice {
			return nil, nil, wrong("two places are called %q", name)
		}
		number[name] = i
	}
	e = &Equations{}
	gone := make([]bool, len(f.Places))
	for i, l := range f.Equations {
		x, ok := l.equation(number)
		if !ok || gone[x.Place] || gone[x.Base] {
			return nil, nil, wrong("equation %d is not understood; expected a constant, fuse, function or scale of "+
				"places that are left", i+1)
		}
		gone[x.Place] = x.Kind != Scale
		e.List = append(e.List, x)
	}
	left := 0
	for _, yes := range gone {
		if !yes {
			left++
		}
	}
	for p := range small.Places {
		q, ok := number[small.Places[p].Name]
		if !ok || gone[q] {
			return nil, nil, wrong("place %s of the net is not one that the equations leave", small.Places[p].Name)
		}
		e.Places = append(e.Places, q)
	}
	if left != len(small.Places) {
		return nil, nil, wrong("the equations leave %d places; the net has %d", left, len(small.Places))
	}
	if of, err = f.original(number); err != nil {
		return nil, nil, wrong("%v", err)
	}
	return e, of, nil
}

// original returns what the file says of the original. number has its places by name.
func (f *equationsFile) original(number map[string]int) (*petri.Net, error) {
	b := petri.NewBuilder(f.Of)
	for _, name := range f.Places {
		b.Place(name, 0)
	}
	for _, line := range f.Transitions {
		t := b.Transition(line.Name)
		for _, list := range []struct {
			weights map[string]int64
			add     func(t, p int, weight int64)
		}{{line.Least, b.In}, {line.Below, b.Inhibit}} {
			for _, name := range slices.Sorted(maps.Keys(list.weights)) {
				p, known := number[name]
				if !known {
					return nil, fmt.Errorf("transition %s asks for %q, which is no place", line.Name, name)
				}
				list.add(t, p, list.weights[name])
			}
		}
	}
	return b.Net()
}

// equation returns a line as an equation. Base is Place where there is no other.
func (l *equationLine) equation(number map[string]int) (x Equation, ok bool) {
	has := func(list ...*int64) bool {
		return !slices.Contains(list, nil)
	}
	name, base := "", ""
	switch {
	case l.Constant != "" && has(l.Tokens):
		name, base = l.Constant, l.Constant
		x = Equation{Kind: Constant, Const: *l.Tokens}
		ok = x.Const >= 0
	case l.Fuse != "":
		name, base = l.Fuse, l.Into
		x.Kind, ok = Fuse, l.Fuse != l.Into
	case l.Function != "" && has(l.Times, l.Plus, l.Over):
		name, base = l.Function, l.Of
		x = Equation{Kind: Function, Num: *l.Times, Const: *l.Plus, Den: *l.Over}
		ok = x.Num > 0 && x.Den > 0 && l.Function != l.Of
	case l.Scale != "" && has(l.Times, l.Plus):
		name, base = l.Scale, l.Scale
		x = Equation{Kind: Scale, Num: *l.Times, Const: *l.Plus, Den: 1}
		ok = x.Num > 0 && x.Const >= 0 && x.Const < x.Num
	}
	p, known := number[name]
	q, also := number[base]
	x.Place, x.Base = p, q
	return x, ok && known && also
}
