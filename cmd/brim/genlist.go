package main

import (
	"fmt"

	"brim/petri/nets"
)

// A familyReport describes one family. Its keys are stable.
type familyReport struct {
	Name        string `json:"name"`
	Title       string `json:"title"`
	Parameter   string `json:"parameter"`
	Min         int    `json:"min"`
	Max         int    `json:"max"`
	StatesKnown bool   `json:"states_known"` // there is a closed form
	DepthKnown  bool   `json:"depth_known"`
}

func (a *app) listFamilies() error {
	if a.json {
		var list []familyReport
		for _, f := range nets.All() {
			list = append(list, familyReport{f.Name, f.Title, f.Parameter, f.Min, f.Max, f.States != nil, f.Depth != nil})
		}
		return writeJSON(a.out, map[string]any{"families": list})
	}
	t := &table{header: []string{"family", "N is the number of", "N", "states, N = 10", "net"}, right: []bool{2: false, 3: true}}
	for _, f := range nets.All() {
		states := "unknown"
		switch {
		case f.States != nil && f.Min <= 10:
			states = number(f.States(10), false)
		case f.Name == "unbounded":
			states = "infinite"
		}
		t.add(f.Name+":N", f.Parameter, fmt.Sprintf("%s … %s", groupedInt(f.Min), groupedInt(f.Max)), states, f.Title)
	}
	return t.write(a.out)
}
