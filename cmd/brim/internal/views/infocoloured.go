package views

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"brim/check"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"brim/internal/quantity"
	"brim/internal/terminal"
	"brim/internal/watch"
	"brim/petri/coloured"
	"brim/petri/coloured/notation"
)

// The part of brim info about coloured nets: it unfolds the net within the limits and reports sorts, variables and
// guards.

// A colouredReport is what brim info says of a coloured net, as --json prints it.
type colouredReport struct {
	models.Extent
	Sorts       []sortReport     `json:"sorts"`
	Variables   []variableReport `json:"variables"`
	Guards      int              `json:"guards"` // transitions that have one
	Seconds     float64          `json:"seconds,omitempty"`
	NotUnfolded string           `json:"not_unfolded,omitempty"`
}

type sortReport struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
	Kind string `json:"kind"`
	Size int64  `json:"size"`
	Text string `json:"text"`
}

type variableReport struct {
	ID   string `json:"id"`
	Name string `json:"name,omitempty"`
	Sort string `json:"sort"`
}

// unfolded unfolds the coloured net of a study. A limit leaves it without a net.
func (i *infoCommand) unfolded(ctx context.Context, s *study) error {
	s.coloured = newColouredReport(s.model.Coloured)
	start := time.Now()
	w := watch.New(ctx, i.Limits.Process())
	defer w.Cancel(nil)
	var m *check.Model
	var wrong error
	late := w.Do(0, func() {
		m, _, wrong = s.model.Unfold(w.Ctx, nil, check.UnfoldOptions{Limits: i.most.Of(&i.Limits), Whole: true})
	})
	switch why := cmp.Or(late, wrong); {
	case ctx.Err() != nil:
		return cli.Exit(cli.StatusUnknown, errors.New("interrupted"))
	case why == nil:
		s.model, s.coloured.Seconds = m, time.Since(start).Seconds()
	case models.Limited(why):
		s.coloured.NotUnfolded = i.Reason(why)
	default:
		return why
	}
	return nil
}

func newColouredReport(n *coloured.Net) *colouredReport {
	r := &colouredReport{Extent: models.ColouredExtent(n), Sorts: []sortReport{}, Variables: []variableReport{}}
	for s := range n.Sorts {
		x := &n.Sorts[s]
		r.Sorts = append(r.Sorts, sortReport{x.ID, x.Name, x.Kind.String(), x.Size, notation.SortDefinition(n, s)})
	}
	for v := range n.Variables {
		x := &n.Variables[v]
		r.Variables = append(r.Variables, variableReport{x.ID, x.Name, n.SortText(x.Sort)})
	}
	for t := range n.Transitions {
		if n.Transitions[t].Guard != nil {
			r.Guards++
		}
	}
	return r
}

// addColoured adds what is known of a coloured net.
func (i *infoCommand) addColoured(t *terminal.Table, s *study) {
	n, r := s.model.Coloured, s.coloured
	t.Addf("coloured net", "%s: %v, %s", n.Name, r.Extent, quantity.Count(r.Guards, "guard"))
	label := "sorts"
	for k := range n.Sorts {
		if !i.all && k >= mostNames {
			t.Addf("", "… and %s more (--all lists them)", quantity.Int(len(n.Sorts)-k))
			break
		}
		t.Add(label, sortLine(n, k))
		label = ""
	}
	if len(n.Variables) > 0 {
		var list []string
		for v := range n.Variables {
			list = append(list, n.VariableText(v)+": "+n.SortText(n.Variables[v].Sort))
		}
		t.Add("variables", i.names(list, ", "))
	}
	if r.NotUnfolded != "" {
		t.Add("unfolding", "not unfolded: "+r.NotUnfolded)
		return
	}
	t.Addf("unfolding", "%v, in %s", models.ExtentOf(s.model), quantity.Seconds(quantity.Duration(r.Seconds)))
}

// sortLine describes a sort in a line.
func sortLine(n *coloured.Net, s int) string {
	text, how := n.SortText(s), notation.SortDefinition(n, s)
	if text != how {
		text += " = " + how
	}
	return fmt.Sprintf("%s: %s", strings.TrimSpace(text), quantity.Count(n.Sorts[s].Size, "colour"))
}
