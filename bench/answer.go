package bench

import (
	"encoding/json"
	"strings"
)

// An object is a JSON object whose values are read one at a time, so that a key of another kind than expected, or an absent one,
// leaves the others as they are.
type object map[string]json.RawMessage

// value returns what stands at the first of some keys that is there, nil if there is nothing or something of another kind.
func value[T any](o object, keys ...string) *T {
	for _, key := range keys {
		raw, ok := o[key]
		if !ok || string(raw) == "null" {
			continue
		}
		v := new(T)
		if json.Unmarshal(raw, v) != nil {
			return nil
		}
		return v
	}
	return nil
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

// readAnswer reads what brim check --json printed. It returns the reason for having no verdict, or the message of an error, as
// well. Unknown keys are ignored; ok is false if this is no JSON object.
func readAnswer(out []byte) (a Answer, reason, failure string, ok bool) {
	var o object
	if json.Unmarshal(out, &o) != nil || o == nil {
		return a, "", "", false
	}
	text := func(key string) string {
		if s := value[string](o, key); s != nil {
			return *s
		}
		return ""
	}
	a.Verdict, a.Complete, a.Bound = value[string](o, "verdict"), value[bool](o, "complete"), value[int](o, "bound")
	a.Steps = value[int](o, "steps")
	if rounds := value[[]object](o, "rounds"); rounds != nil {
		for _, r := range *rounds {
			a.Rounds = append(a.Rounds, Round{
				Bound: value[int](r, "bound"), States: number(r, "states"), Seconds: value[float64](r, "seconds"),
				EDDNodes: value[int](r, "edd_nodes", "eddNodes"), MDDNodes: value[int](r, "mdd_nodes", "mddNodes"),
				Made: value[int](r, "made"),
			})
		}
	}
	if st := value[object](o, "statistics"); st != nil {
		a.States, a.Nodes, a.PeakNodes = number(*st, "states"), value[int](*st, "nodes"), value[int](*st, "peak_nodes")
		if text("engine") != "" {
			a.Counts = map[string]float64{}
			for key := range *st {
				if x := value[float64](*st, key); x != nil {
					a.Counts[key] = *x
				}
			}
		}
	}
	return a, text("reason"), text("error"), true
}

// judge sets the outcome and its reason from what brim printed, on standard output and on standard error, and its end.
func (r *Record) judge(c *Cell, out []byte, errs string) {
	var failure string
	var ok bool
	r.Answer, r.Reason, failure, ok = readAnswer(out)
	switch {
	case !ok && strings.Contains(errs, "out of memory"):
		r.Outcome, r.Reason = Memory, "the system gave no more memory"
	case !ok:
		r.Outcome, r.Reason = Failed, "no answer: "+firstLine(errs)
	case strings.HasPrefix(failure, "time limit"):
		r.Outcome, r.Reason = Time, failure
	case strings.HasPrefix(failure, "memory limit"):
		r.Outcome, r.Reason = Memory, failure
	case failure != "":
		r.Outcome, r.Reason = Failed, failure
	case r.Verdict == nil:
		r.Outcome, r.Reason = Failed, "the answer has no verdict"
	case *r.Verdict == "unknown" && strings.HasPrefix(r.Reason, "time limit"):
		r.Outcome = Time
	case *r.Verdict == "unknown" && strings.HasPrefix(r.Reason, "memory limit"):
		r.Outcome = Memory
	case *r.Verdict == "unknown":
		r.Outcome = Unknown
	case c.Want != "" && *r.Verdict != c.Want:
		r.Outcome, r.Reason = Wrong, c.refute(*r.Verdict)
	default:
		r.Outcome, r.Reason = Done, "" // a reason beside a verdict says why there is no trace
	}
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
