package bench

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// How the answer of brim, one JSON object, is read into a record, and how the outcome of the run follows from it.

// An object is a JSON object whose values are read one at a time, so that a key of another kind than expected, or an
// absent one, leaves the others as they are.
type object map[string]json.RawMessage

// value decodes the value of a key. It returns nil if the key is missing or its value has another type.
func value[T any](o object, key string) *T {
	v := new(T)
	if raw, ok := o[key]; !ok || string(raw) == "null" || json.Unmarshal(raw, v) != nil {
		return nil
	}
	return v
}

// number returns a decimal number of any size, whether it is written as a number or as a string.
func number(o object, key string) *string {
	if s := value[string](o, key); s != nil {
		return s
	}
	if n := value[json.Number](o, key); n != nil {
		s := n.String()
		return &s
	}
	return nil
}

// What an answer says about itself in addition to what records keep: the reason for having no verdict or not all
// states, the message of an error, and the commit of the program.
type remarks struct{ reason, failure, commit string }

// readAnswer reads the JSON object that a cell printed. Of brim check it takes the keys that records know, with the
// rounds and all numbers of the statistics; of other commands it keeps all numbers and words by the paths of their
// keys. ok is false if out is no JSON object.
func (c *Cell) readAnswer(out []byte) (a Answer, p remarks, ok bool) {
	var o object
	if json.Unmarshal(out, &o) != nil || o == nil {
		return a, p, false
	}
	text := func(key string) string {
		if s := value[string](o, key); s != nil {
			return *s
		}
		return ""
	}
	p = remarks{text("reason"), text("error"), text("commit")}
	a.Engine, a.By, a.Limit = text("engine"), text("by"), text("limit")
	a.Verdict, a.Complete, a.Bound = value[string](o, "verdict"), value[bool](o, "complete"), value[int](o, "bound")
	a.Steps = value[int](o, "steps")
	if !c.checks() {
		a.States, a.Nodes, a.PeakNodes = number(o, "states"), value[int](o, "nodes"), value[int](o, "peak_nodes")
		a.flatten("", o)
		return a, p, true
	}
	if rounds := value[[]object](o, "rounds"); rounds != nil {
		for _, r := range *rounds {
			a.Rounds = append(a.Rounds, Round{
				Bound: value[int](r, "bound"), States: number(r, "states"), Seconds: value[float64](r, "seconds"),
				EDDNodes: value[int](r, "edd_nodes"), MDDNodes: value[int](r, "mdd_nodes"),
				Made: value[int](r, "made"),
			})
		}
	}
	if st := value[object](o, "statistics"); st != nil {
		a.States, a.Nodes, a.PeakNodes = number(*st, "states"), value[int](*st, "nodes"), value[int](*st, "peak_nodes")
		a.Counts = map[string]float64{}
		for key := range *st {
			if x := value[float64](*st, key); x != nil {
				a.Counts[key] = *x
			}
		}
	}
	for _, key := range []string{"automaton_states", "automaton_marks"} {
		if x := value[float64](o, key); x != nil {
			if a.Counts == nil {
				a.Counts = map[string]float64{}
			}
			a.Counts[key] = *x
		}
	}
	return a, p, true
}

// kept lists the keys of an answer that have their own fields in a record, or repeat the question.
var kept = []string{
	"tool", "version", "command", "model", "engine", "by", "limit",
	"verdict", "complete", "bound", "steps", "states", "nodes", "peak_nodes", "reason", "error", "commit",
}

// flatten stores all numbers and words of o under the paths of their keys, which begin with prefix. Keys that records
// have fields for are left out.
func (a *Answer) flatten(prefix string, o object) {
	if a.Counts == nil {
		a.Counts, a.Words = map[string]float64{}, map[string]string{}
	}
	for key := range o {
		if prefix == "" && slices.Contains(kept, key) {
			continue
		}
		path := prefix + key
		if x := value[float64](o, key); x != nil {
			a.Counts[path] = *x
		} else if s := value[string](o, key); s != nil {
			a.Words[path] = *s
		} else if b := value[bool](o, key); b != nil {
			a.Words[path] = strconv.FormatBool(*b)
		} else if sub := value[object](o, key); sub != nil {
			a.flatten(path+".", *sub)
		} else if list := value[[]object](o, key); list != nil {
			for i, sub := range *list {
				a.flatten(fmt.Sprintf("%s.%d.", path, i), sub)
			}
		}
	}
}

// judge sets the answer, the outcome and its reason of a run of brim, from what the process printed on standard
// output and on standard error. An answer that names an error or lacks its verdict is a failure, one without a
// certain verdict is the limit that it names, and a certain one is compared with what is right.
func (r *Record) judge(c *Cell, out []byte, errs string) {
	a, p, ok := c.readAnswer(out)
	r.Answer, r.Commit, r.Reason = a, p.commit, p.reason
	known := c.asked(r) != nil
	if c.checks() {
		known = known && *r.Verdict != "unknown"
	} else {
		known = r.Complete != nil && *r.Complete
	}
	limit := r.limited()
	switch {
	case !ok && strings.Contains(errs, "out of memory"):
		r.Outcome, r.Reason = Memory, "the system gave no more memory"
	case !ok:
		r.Outcome, r.Reason = Failed, "no answer: "+firstLine(errs)
	case p.failure != "" && limit != Unknown:
		r.Outcome, r.Reason = limit, p.failure
	case p.failure != "":
		r.Outcome, r.Reason = Failed, p.failure
	case c.checks() && r.Verdict == nil:
		r.Outcome, r.Reason = Failed, "the answer has no verdict"
	case !c.checks() && r.Complete == nil:
		r.Outcome, r.Reason = Failed, "the answer does not say whether it is complete"
	case !known:
		r.Outcome = limit
	case !c.isRight(r):
		r.Outcome, r.Reason = Wrong, c.refute(r)
	default:
		r.Outcome, r.Reason = Done, "" // a reason with a verdict says why there is no trace
	}
}

// limited returns the outcome that belongs to the limit which the answer names, Unknown if it names no limit of time
// or memory.
func (r *Record) limited() Outcome {
	return cmp.Or(map[string]Outcome{"time": Time, "memory": Memory}[r.Limit], Unknown)
}

// firstLine returns the first line of text, in short.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if line == "" {
		return "nothing was printed"
	}
	if r := []rune(line); len(r) > 200 {
		return string(r[:200]) + "…"
	}
	return line
}
