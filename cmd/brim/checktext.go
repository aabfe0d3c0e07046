package main

import (
	"bytes"
	"fmt"
	"io"

	"brim/engine"
	"brim/internal/printable"
	"brim/internal/quantity"
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
	return "at most " + quantity.Int(a.most)
}

// without counts the answers that were found without a state space.
func (q *inquiry) without() (n int) {
	for _, a := range q.answers {
		if a.by != "" {
			n++
		}
	}
	return n
}

// rows returns what a table says of the answers.
func (q *inquiry) rows() (rows []propertyRow) {
	for _, a := range q.answers {
		r := propertyRow{id: a.ID, wrong: a.Wrong, result: a.Result, reason: a.Reason, bound: a.Property.Bound != nil}
		if r.wrong == nil {
			r.answer, r.question = a.short(), a.question(q.net)
		}
		rows = append(rows, r)
	}
	return rows
}

// question returns what was asked, for people.
func (a answer) question(net *petri.Net) string {
	if a.Property.Bound != nil {
		return a.Property.Bound.Format(aliases(net))
	}
	return a.Formula.Format(aliases(net))
}

// text writes the report for people.
func (r *checkReport) text(w io.Writer) error {
	var b bytes.Buffer
	statistics := &table{}
	statistics.addf("net", "%s: %s", r.Net, sizeOf(r.q.net))
	if r.answerReport != nil {
		r.one(&b, w, r.q.answers[0])
	} else if err := writeProperties(&b, r.q.rows(), statistics); err != nil {
		return err
	}
	if n := r.q.without(); n > 0 && r.answerReport == nil {
		statistics.addf("by invariants", "%s of them", quantity.Int(n))
	}
	if s := r.Statistics; s != nil {
		found := ""
		if !r.q.x.Complete {
			statistics.add("incomplete", r.q.partial)
			found = "at least "
		}
		if r.states != nil {
			statistics.add("states", found+quantity.Number(r.states, false))
		}
		s.effort.add(statistics, s.Nodes > 0, "deciding "+quantity.Seconds(r.deciding()))
	} else {
		statistics.add("time", "deciding "+quantity.Seconds(r.deciding()))
	}
	b.WriteByte('\n')
	if err := statistics.write(&b); err != nil {
		return err
	}
	return writeText(w, b.Bytes())
}

// one writes the answer to the only property. Colours are those of out.
func (r *checkReport) one(b *bytes.Buffer, out io.Writer, a answer) {
	writeVerdict(b, out, a.ID, a.short(), a.Verdict)
	fmt.Fprintln(b, printable.Text(printable.Cut(a.question(r.q.net), longFormula)))
	if a.Formula != nil && a.Result != engine.Unknown && !r.noTrace {
		b.WriteByte('\n')
		if a.by != "" && a.Reason == "" {
			fmt.Fprintln(b, "Place invariants and the initial marking decide; no single trace can show that.")
		} else {
			writeWitness(b, textColumns(out), r.q.net, a.Formula, a.Verdict)
		}
	}
}

// writeVerdict writes an answer, for people, behind the ID of the property if it has one. Colours are those of out.
func writeVerdict(b *bytes.Buffer, out io.Writer, id, text string, v engine.Verdict) {
	switch v.Result {
	case engine.Holds:
		text = styled(out, styleGreen, text)
	case engine.Fails:
		text = styled(out, styleRed, text)
	case engine.Unknown:
		text += ": " + printable.Text(v.Reason)
	}
	if id != "" {
		text = printable.Text(id) + ": " + text
	}
	fmt.Fprintln(b, text)
}
