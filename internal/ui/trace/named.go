package trace

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"brim/check"
	"brim/internal/naming"
	"brim/internal/quantity"
)

// Answers to named questions, as text and for --json.

// A Named is the answer to a named question as --json prints it. Texts have the names that people use, lists have ids.
type Named struct {
	Question string            `json:"question"`
	Verdict  string            `json:"verdict"`
	Summary  string            `json:"summary"`
	Findings []NamedFinding    `json:"findings"`
	Degrees  map[string]string `json:"degrees,omitempty"` // of liveness, by transition
	Bounds   map[string]string `json:"bounds,omitempty"`  // of tokens, by place
	Reason   string            `json:"reason,omitempty"`
	Warning  string            `json:"warning,omitempty"` // of a net with time
	Limit    string            `json:"limit,omitempty"`
	Seconds  float64           `json:"seconds"`
}

// A NamedFinding is a part of a diagnosis.
type NamedFinding struct {
	About       string   `json:"about,omitempty"` // the condition
	Verdict     string   `json:"verdict"`         // of the condition
	Text        string   `json:"text"`
	Places      []string `json:"places"`
	Transitions []string `json:"transitions"`
	Run         *Witness `json:"run,omitempty"`

	Path *check.Run `json:"path,omitempty"` // of a net with time, in place of Run
}

// OfNamed returns an answer for --json.
func OfNamed(a *check.NamedAnswer) *Named {
	names := NamesOf(a.Model)
	out := &Named{
		Question: a.Name, Verdict: a.Result.String(), Summary: a.Summary, Reason: a.Reason, Warning: a.Warning,
		Seconds: a.Took.Seconds(), Findings: []NamedFinding{},
	}
	if a.Stop != nil {
		out.Limit = string(a.Stop.Kind)
	}
	for _, f := range a.Findings {
		x := NamedFinding{
			About: f.About, Verdict: f.Result.String(), Text: f.Text,
			Places:      append([]string{}, names.PlaceNames(f.Places)...),
			Transitions: append([]string{}, names.TransitionNames(f.Transitions)...),
		}
		if f.Run != nil {
			x.Run = OfSteps(a.Model, f.Run.Start, f.Run.Steps)
			if f.Run.Loop != check.NoLoop {
				x.Run.Loop = new(f.Run.Loop)
			}
		}
		if f.Timed != nil {
			x.Path = a.Model.Run(&check.Answer{Timed: f.Timed})
		}
		out.Findings = append(out.Findings, x)
	}
	if a.Degrees != nil {
		out.Degrees = map[string]string{}
		for t, d := range a.Degrees {
			out.Degrees[a.Model.Outline().Transitions[t].Name] = d.String()
		}
	}
	if a.Bounds != nil {
		out.Bounds = map[string]string{}
		for p, b := range a.Bounds {
			out.Bounds[a.Model.Outline().Places[p].Name] = b.String()
		}
	}
	return out
}

// mostListed is how many transitions of one degree, or places of one bound, people are shown.
const mostListed = 12

// WriteNamed writes the diagnosis of an answer for people, in so many columns.
func WriteNamed(b *bytes.Buffer, width int, a *check.NamedAnswer) {
	x := &witnessText{w: b, width: width, names: NamesOf(a.Model)}
	if a.Reason != "" && a.Result == check.Unknown && !strings.Contains(a.Summary, a.Reason) {
		x.line("%s: %s", a.Summary, a.Reason)
	} else {
		x.line("%s", a.Summary)
	}
	ran := true
	for i, f := range a.Findings {
		later := slices.ContainsFunc(a.Findings[i+1:],
			func(g check.Finding) bool { return g.Run == f.Run && g.Timed == f.Timed })
		if later { // one run shows both
			f.Run, f.Timed = nil, nil
		}
		if ran || f.Run != nil || f.Timed != nil {
			x.line("")
		}
		text := f.Text
		if f.About != "" {
			text = fmt.Sprintf("%s: %s: %s", f.About, f.Result, f.Text)
		}
		if ran = f.Run != nil || f.Timed != nil; ran {
			text += ":"
		}
		x.line("%s", text)
		switch {
		case f.Run != nil:
			x.path(f.Run, followed(a.Model, f.Run), "  ")
		case f.Timed != nil:
			p := a.Model.Run(&check.Answer{Timed: f.Timed})
			x.runLines(a.Model, p, f.Timed.Loop)
			x.timedEnd(p)
		}
	}
	if a.Degrees != nil {
		x.grouped("degree", "transitions",
			grouped(a.Degrees, check.Degree.String, func(d check.Degree) int64 { return -int64(d) }),
			x.names.Transition)
	}
	if a.Bounds != nil {
		x.grouped("bound", "places", grouped(a.Bounds, check.PlaceBound.String, func(b check.PlaceBound) int64 {
			if b.Infinite {
				return -1
			}
			return b.Least
		}), x.names.Place)
	}
	if a.Warning != "" {
		x.line("")
		x.line("%s", a.Warning)
	}
	if x.short {
		x.line("Some of it is left out here; --json has all.")
	}
}

// A sameValue lists what has one value.
type sameValue struct {
	text string
	key  int64
	list []int
}

// grouped joins items of one value, in the order of a key.
func grouped[T any](values []T, text func(T) string, key func(T) int64) (groups []sameValue) {
	for i, v := range values {
		s := text(v)
		k := slices.IndexFunc(groups, func(g sameValue) bool { return g.text == s })
		if k < 0 {
			k = len(groups)
			groups = append(groups, sameValue{text: s, key: key(v)})
		}
		groups[k].list = append(groups[k].list, i)
	}
	slices.SortStableFunc(groups, func(a, b sameValue) int { return cmp.Compare(a.key, b.key) })
	return groups
}

// grouped writes groups as a table with two columns.
func (x *witnessText) grouped(value, items string, groups []sameValue, name func(int) string) {
	width := len(value)
	for _, g := range groups {
		width = max(width, len(g.text))
	}
	x.line("")
	x.line("%s  %s", pad(value, width), items)
	for _, g := range groups {
		names := naming.Each(g.list[:min(len(g.list), mostListed)], name)
		text := strings.Join(names, ", ")
		if more := len(g.list) - len(names); more > 0 {
			text += fmt.Sprintf(" and %s more", quantity.Int(more))
			x.short = true
		}
		x.line("%s  %s", pad(g.text, width), text)
	}
}
