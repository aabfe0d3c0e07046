package main

import (
	"brim/internal/quantity"
	"fmt"
	"math/big"
	"strings"
)

// table lays the report out for people.
func (r *statesReport) table(digits bool) *table {
	t := &table{}
	t.addf("net", "%s: %s", r.Net, sizeOf(r.net))
	big := func(label, key string, n *big.Int) {
		switch {
		case n != nil && r.Complete:
			t.add(label, quantity.Number(n, digits))
		case n != nil:
			t.add(label, "at least "+quantity.Number(n, digits))
		case r.Unknown[key] != "":
			t.add(label, "unknown: "+r.Unknown[key])
		}
	}
	if !r.Complete {
		t.add("incomplete", r.Reason)
	}
	big("states", "states", r.states)
	big("firings", "firings", r.firings)
	big("deadlocks", "deadlocks", r.deadlocks)
	switch {
	case r.bounds != nil:
		t.add("max tokens in a place", quantity.Int(r.maxPlace))
	case r.Unknown["max_tokens_in_place"] != "":
		t.add("max tokens in a place", "unknown: "+r.Unknown["max_tokens_in_place"])
	}
	big("max tokens per marking", "max_tokens_per_marking", r.maxMarking)
	switch {
	case r.Depth != nil:
		t.add("depth", quantity.Int(*r.Depth))
	case r.Unknown["depth"] != "":
		t.add("depth", "unknown: "+r.Unknown["depth"])
	}
	if r.Order != nil {
		r.effort.add(t, r.Unknown["nodes"] == "", "counting "+quantity.Seconds(duration(r.CountSeconds)))
	}
	if r.listBounds {
		t.add("")
		t.add("place", "max tokens")
		for p, b := range r.bounds {
			t.add(placeText(r.net, p), quantity.Int(b))
		}
	}
	if r.levels != nil {
		t.add("")
		t.add("level", "places")
		for i, names := range r.levels {
			t.add(fmt.Sprint(len(r.levels)-i), strings.Join(names, " "))
		}
	}
	return t
}
