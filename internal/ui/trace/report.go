package trace

import (
	"brim/check"
	"brim/internal/naming"
	"brim/petri"
)

// Witnesses for --json.

// A Witness is a witness as --json prints it.
type Witness struct {
	At       *int                        `json:"at,omitempty"`
	Formula  string                      `json:"formula"`
	Claimed  bool                        `json:"claimed,omitempty"`
	Start    map[string]int64            `json:"start,omitempty"`         // not of a branch
	Colours  map[string]map[string]int64 `json:"start_colours,omitempty"` // of a coloured net, by place and colour
	Steps    []Firing                    `json:"steps"`
	Loop     *int                        `json:"loop"`
	Dead     bool                        `json:"dead"`
	Branches []*Witness                  `json:"branches"`
	Cut      bool                        `json:"cut"`
}

// A Firing is a step of a Witness, with what it changed: the firing of a transition, or a delay.
type Firing struct {
	Transition string            `json:"transition,omitempty"`
	Delay      int64             `json:"delay,omitempty"`    // so many units of time pass, and nothing fires
	Takes      []Taken           `json:"takes,omitempty"`    // of a timed-arc net, by arc
	Coloured   string            `json:"coloured,omitempty"` // the transition of the coloured net
	Binding    map[string]string `json:"binding,omitempty"`  // the colours of its variables
	Changes    []Difference      `json:"changes"`
}

// A Taken lists the ages of the tokens that an arc takes from a place or, a transport arc, moves to another one.
type Taken struct {
	Place string  `json:"place"`
	To    string  `json:"to,omitempty"`
	Ages  []int64 `json:"ages"`
}

// A Difference is what a step did to one place.
type Difference struct {
	Place    string `json:"place"`
	Coloured string `json:"coloured,omitempty"` // the place of the coloured net
	Colour   string `json:"colour,omitempty"`
	From     int64  `json:"from"`
	To       int64  `json:"to"`
}

// OfWitness returns w for --json, nil for none.
func OfWitness(m *check.Model, w *check.Witness) *Witness {
	if w == nil {
		return nil
	}
	names := NamesOf(m)
	r := branch(names, w)
	r.begin(names, w.Start)
	return r
}

// OfSteps is OfWitness for a run from a marking that shows no formula. It panics if the run is impossible.
func OfSteps(m *check.Model, start petri.Marking, steps []int) *Witness {
	names := NamesOf(m)
	p := followed(m, &check.Witness{Start: start, Steps: steps})
	r := &Witness{Steps: firings(names, p), Dead: p.Dead, Branches: []*Witness{}}
	r.begin(names, start)
	return r
}

// begin writes where a witness starts.
func (r *Witness) begin(names naming.Names, start petri.Marking) {
	r.Start = map[string]int64{}
	if names.Unfolding != nil {
		r.Colours = map[string]map[string]int64{}
	}
	for p, tokens := range start {
		if tokens == 0 {
			continue
		}
		r.Start[names.Net.Places[p].Name] = tokens
		if u := names.Unfolding; u != nil {
			place, colour := naming.ColourOf(u, p)
			if r.Colours[place] == nil {
				r.Colours[place] = map[string]int64{}
			}
			r.Colours[place][colour] = tokens
		}
	}
}

func branch(names naming.Names, w *check.Witness) *Witness {
	p := Follow(names.Net, w)
	r := &Witness{
		Formula: names.FormulaNames(w.Formula), Claimed: check.Claimed(w.Formula), Steps: firings(names, p),
		Dead:     p.Dead,
		Branches: []*Witness{}, Cut: w.Cut,
	}
	if w.Loop != check.NoLoop {
		r.Loop = new(w.Loop)
	}
	for _, b := range w.Branches {
		inner := branch(names, b.Witness)
		inner.At = new(b.At)
		r.Branches = append(r.Branches, inner)
	}
	return r
}

// firings writes the steps of a run.
func firings(names naming.Names, p Replay) []Firing {
	list := []Firing{}
	for _, s := range p.Steps {
		f := Firing{Transition: names.Net.Transitions[s.Transition].Name, Changes: []Difference{}}
		if u := names.Unfolding; u != nil {
			var values []naming.Value
			f.Coloured, values = naming.ValuesOf(u, s.Transition)
			f.Binding = naming.Binding(values)
		}
		for _, c := range s.Changes {
			d := Difference{Place: names.Net.Places[c.Place].Name, From: c.From, To: c.To}
			if u := names.Unfolding; u != nil {
				d.Coloured, d.Colour = naming.ColourOf(u, c.Place)
			}
			f.Changes = append(f.Changes, d)
		}
		list = append(list, f)
	}
	return list
}
