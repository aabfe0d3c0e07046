package views

import (
	"brim/cmd/brim/internal/models"
	"brim/internal/naming"
	"brim/internal/quantity"
	"brim/internal/terminal"
	"fmt"
	"math/big"
	"strings"
)

// The report of brim states as text for people.

// table returns the report as a table for people: the numbers of the state space, then what the exploration took and,
// if asked for, the bound of each place and the places of each level. With digits, long numbers have all their digits.
func (r *statesReport) table(digits bool) *terminal.Table {
	t := &terminal.Table{}
	models.Heading(t, r.model)
	found := ""
	if !r.Complete {
		found = "at least "
	}
	big := func(label, key string, n *big.Int) {
		switch {
		case n != nil:
			t.Add(label, found+quantity.Number(n, digits))
		case r.Unknown[key] != "":
			t.Add(label, "unknown: "+r.Unknown[key])
		}
	}
	if !r.Complete {
		t.Add("incomplete", r.Reason)
	}
	if o := r.original; o != nil {
		t.Addf("of", "%s: %s, %s", o.Name, quantity.Count(o.Places, "place"),
			quantity.Count(o.Transitions, "transition"))
	}
	if r.model.HasTime() {
		r.timedReport.add(t, r.model, found, r.states, r.Unknown, digits)
	} else {
		big("states", "states", r.states)
		big("firings", "firings", r.firings)
		big("deadlocks", "deadlocks", r.deadlocks)
	}
	big("max tokens in a place", "max_tokens_in_place", r.maxPlace)
	big("max tokens per marking", "max_tokens_per_marking", r.maxMarking)
	if r.model.HasTime() && r.Complete {
		t.Add("real time", realTime(r.model))
	}
	switch {
	case r.Depth != nil:
		t.Add("depth", quantity.Int(*r.Depth))
	case r.Unknown["depth"] != "":
		t.Add("depth", "unknown: "+r.Unknown["depth"])
	}
	if r.Certificate != nil {
		t.Add("certificate", r.Certificate.String())
	}
	if r.Order != nil {
		r.Effort.Add(t, r.Unknown["nodes"] == "", "counting "+quantity.Seconds(quantity.Duration(r.CountSeconds)))
	}
	if r.listBounds {
		t.Add("")
		t.Add("place", "max tokens")
		for p, b := range r.bounds {
			t.Add(naming.Of(r.net).Place(p), quantity.Int(b))
		}
	}
	if r.levels != nil {
		t.Add("")
		t.Add("level", "places")
		for i, names := range r.levels {
			t.Add(fmt.Sprint(len(r.levels)-i), strings.Join(names, " "))
		}
	}
	return t
}
