package board

import (
	"math"
	"math/big"
	"slices"

	"brim/check/model"
	"brim/engine"
	"brim/petri"
)

// Questions for global properties of nets with reset arcs, priorities or time, which techniques decide as formulas.

// A formal run is one whose questions have formulas in place of global properties.
type formal struct {
	asked []*model.Question
	inner []*model.Question // what is decided
	parts [][]int           // by question: the numbers of those in inner that decide it
}

// inFormulas returns the questions that are decided in place of some; nil if these are the same.
func inFormulas(m *model.Model, asked []*model.Question) *formal {
	x := &formal{asked: asked}
	same := true
	for _, q := range asked {
		list := m.InFormulas(q)
		if same = same && list == nil; list == nil {
			list = []*model.Question{q}
		}
		var parts []int
		for _, p := range list {
			parts = append(parts, len(x.inner))
			x.inner = append(x.inner, p)
		}
		x.parts = append(x.parts, parts)
	}
	if same {
		return nil
	}
	return x
}

// tells returns what tells answers to the questions that were asked, as soon as they are known.
func (x *formal) tells(answered func(*model.Question, *model.Answer)) func(*model.Question, *model.Answer) {
	if answered == nil {
		return nil
	}
	return func(q *model.Question, a *model.Answer) {
		n := slices.Index(x.inner, q)
		for i, parts := range x.parts {
			if slices.Equal(parts, []int{n}) {
				answered(x.asked[i], a)
			}
		}
	}
}

// report replaces the questions and answers of a report by those that were asked. It tells answers that come from
// several ones.
func (x *formal) report(r *Report, answered func(*model.Question, *model.Answer)) {
	var list []*model.Answer
	for i, parts := range x.parts {
		a := r.Answers[parts[0]]
		if len(parts) > 1 {
			if a = largest(r.Answers, parts); answered != nil && a.Known() {
				answered(x.asked[i], a)
			}
		}
		list = append(list, a)
	}
	r.Questions, r.Answers = x.asked, list
}

// largest returns the largest of some numbers as an answer. If one of them is unknown, so is the answer, unless one is
// infinite.
func largest(answers []*model.Answer, parts []int) *model.Answer {
	out := model.Answer{Verdict: model.Verdict{Result: engine.Holds, Bound: engine.Complete}, Number: new(big.Int)}
	least, most := int64(math.MinInt64), int64(math.MinInt64)
	for _, i := range parts {
		a := answers[i]
		switch {
		case a.Infinite:
			return a
		case a.Known() && a.Number != nil:
			if a.Number.Cmp(out.Number) >= 0 && out.Result != engine.Unknown {
				out.By, out.Took, out.Number, out.Warning = a.By, a.Took, a.Number, a.Warning
			}
			least, most = max(least, a.Number.Int64()), max(most, a.Number.Int64())
		default:
			if out.Result != engine.Unknown {
				out = *a
			}
			least, most = max(least, a.Least), max(most, a.Most)
		}
	}
	if out.Result == engine.Unknown {
		out.Least, out.Most = least, min(most, petri.Omega)
	}
	return &out
}
