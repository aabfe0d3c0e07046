package nets

import (
	"fmt"

	"brim/check"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"brim/internal/quantity"
	"brim/internal/terminal"
	"brim/petri/nets"
)

// brim gen --list: the families of nets and their propositions.

// A familyReport describes one family. Its keys are stable.
type familyReport struct {
	Name        string `json:"name"`
	Title       string `json:"title"`
	Parameter   string `json:"parameter"`
	Min         int    `json:"min"` // of N, or of the first number
	Max         int    `json:"max"`
	StatesKnown bool   `json:"states_known"` // there is a closed form
	DepthKnown  bool   `json:"depth_known"`

	Numbers      []nets.Number      `json:"numbers"`
	Sizes        []nets.Size        `json:"sizes,omitempty"`
	Propositions []nets.Proposition `json:"propositions,omitempty"`
}

// listFamilies prints all families, those of plain nets, of coloured nets and of nets with time: with --json as one
// object, otherwise as a table of the families and a second table of their propositions.
func listFamilies(a *cli.App) error {
	if a.JSON {
		var list []familyReport
		for _, f := range models.AllFamilies() {
			list = append(list, familyReport{
				f.Name, f.Title, f.Parameter, f.Numbers[0].Min, f.Numbers[0].Max, f.States != nil, f.Depth != nil,
				f.Numbers, f.Sizes, f.Propositions,
			})
		}
		return cli.WriteJSON(a.Out, map[string]any{"families": list})
	}
	t := &terminal.Table{Header: []string{"family", "N is the number of", "N", "states, N = 10", "net"},
		Right: []bool{2: false, 3: true}}
	for _, f := range models.AllFamilies() {
		states := "unknown"
		switch {
		case f.States != nil && len(f.Numbers) > 1:
			states = "closed form"
		case f.States != nil && f.Numbers[0].Min <= 10:
			states = quantity.Number(f.States(10), false)
		case f.Name == "unbounded":
			states = "infinite"
		}
		t.Add(f.Form(), f.Parameter, sizes(f), states, f.Title)
	}
	t.Add(check.Lift, "–", "–", "31,925", check.LiftTitle+", no net")
	if err := t.Write(a.Out); err != nil {
		return err
	}
	propositions := &terminal.Table{Header: []string{"family", "proposition", "stands for, i = 1 … N"}}
	for _, f := range models.AllFamilies() {
		for _, p := range f.Propositions {
			propositions.Add(f.Form(), p.Name, p.Formula)
		}
	}
	fmt.Fprintln(a.Out)
	return propositions.Write(a.Out)
}

// sizes says which sizes a family has: the named ones, and the range of each number.
func sizes(f nets.Family) string {
	text := ""
	for _, s := range f.Sizes {
		text += s.Name + ", "
	}
	last := ""
	for i, x := range f.Numbers {
		limits := quantity.Int(x.Min) + " … " + quantity.Int(x.Max)
		if limits == last {
			continue
		}
		if i > 0 {
			text += ", " + x.Name + " "
		}
		text += limits
		last = limits
	}
	return text
}
