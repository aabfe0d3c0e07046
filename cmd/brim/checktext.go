package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"brim/engine"
	"brim/petri"
)

// short says what the answer is, in a word or a few.
func (a answer) short() string {
	switch {
	case a.Property.Bound == nil || a.Result == engine.Unknown:
		return a.Result.String()
	case a.most == petri.Omega:
		return "unbounded"
	}
	return "at most " + groupedInt(a.most)
}

// question returns what was asked.
func (a answer) question() string {
	if a.Property.Bound != nil {
		return a.Property.Bound.String()
	}
	return a.Formula.String()
}

// text writes the report for people.
func (r *checkReport) text(w io.Writer) error {
	var b bytes.Buffer
	statistics := &table{}
	statistics.addf("net", "%s: %s", r.Net, sizeOf(r.q.net))
	if r.answerReport != nil {
		r.one(&b, w, r.q.answers[0])
	} else if err := r.several(&b, statistics); err != nil {
		return err
	}
	if s := r.Statistics; s != nil {
		found := ""
		if !r.q.x.Complete {
			statistics.add("incomplete", r.q.partial)
			found = "at least "
		}
		if r.states != nil {
			statistics.add("states", found+number(r.states, false))
		}
		s.effort.add(statistics, s.Nodes > 0, "deciding "+seconds(r.deciding()))
	}
	b.WriteByte('\n')
	if err := statistics.write(&b); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// one writes the answer to the only property. Colours are those of out.
func (r *checkReport) one(b *bytes.Buffer, out io.Writer, a answer) {
	verdict := a.short()
	switch a.Result {
	case engine.Holds:
		verdict = styled(out, styleGreen, verdict)
	case engine.Fails:
		verdict = styled(out, styleRed, verdict)
	case engine.Unknown:
		verdict += ": " + a.Reason
	}
	if a.ID != "" {
		verdict = a.ID + ": " + verdict
	}
	fmt.Fprintf(b, "%s\n%s\n", verdict, cutText(a.question(), longFormula))
	if a.Formula != nil && a.Result != engine.Unknown && !r.noTrace {
		b.WriteByte('\n')
		writeWitness(b, r.q.net, a.Formula, a.Verdict)
	}
}

// several writes a table of answers and adds a summary to the statistics.
func (r *checkReport) several(b *bytes.Buffer, statistics *table) error {
	t := &table{header: []string{"property", "answer", "formula"}}
	results := map[engine.Result]int{}
	var reasons []string
	for i := range r.q.answers {
		a := r.q.answers[i]
		t.add(a.ID, a.short(), cutText(a.question(), longOperand))
		if a.Property.Bound == nil || a.Result == engine.Unknown {
			results[a.Result]++
		}
		if a.Result == engine.Unknown && !slices.Contains(reasons, a.Reason) {
			reasons = append(reasons, a.Reason)
		}
	}
	summary := groupedInt(len(r.q.answers))
	sep := ": "
	for _, w := range []struct {
		result    engine.Result
		one, many string
	}{{engine.Holds, "holds", "hold"}, {engine.Fails, "fails", "fail"}, {engine.Unknown, "unknown", "unknown"}} {
		switch n := results[w.result]; {
		case n == 1:
			summary += sep + "1 " + w.one
		case n > 1:
			summary += sep + groupedInt(n) + " " + w.many
		default:
			continue
		}
		sep = ", "
	}
	statistics.add("properties", summary)
	if reasons != nil {
		statistics.add("unknown", strings.Join(reasons, "; "))
	}
	return t.write(b)
}
