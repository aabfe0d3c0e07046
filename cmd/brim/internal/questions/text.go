package questions

import (
	"bytes"
	"cmp"
	"fmt"
	"io"

	"brim/check"
	"brim/cmd/brim/internal/models"
	"brim/internal/printable"
	"brim/internal/quantity"
	"brim/internal/terminal"
	"brim/internal/ui/trace"
)

// The report of brim check as text for people.

// longFormula is how many characters of the formula asked for are shown.
const longFormula = 1000

// short says what the answer is, in a word or a few.
func short(a *check.Answer) string {
	switch {
	case a.Infinite:
		return "unbounded"
	case a.Number != nil:
		return "at most " + quantity.Digits(a.Number.String())
	}
	return a.Result.String()
}

// shortTo is short for the answer to a question, which may ask for a time.
func shortTo(q *check.Question, a *check.Answer) string {
	switch {
	case !q.OfTime() || !a.Known():
		return short(a)
	case a.Infinite && q.Kind == check.LeastTime:
		return "never"
	case a.Infinite:
		return "for ever"
	}
	return quantity.Digits(a.Number.String())
}

// rows returns what a table says of the answers.
func (r *checkReport) rows() (rows []propertyRow) {
	for i, q := range r.questions {
		a := r.answers[i]
		row := propertyRow{id: q.ID, wrong: a.Wrong, result: a.Result, reason: a.Reason, bound: q.Sum != nil}
		if row.wrong == nil {
			row.answer, row.question = shortTo(q, a), q.Format(trace.NamesOf(r.model).Aliases())
		}
		rows = append(rows, row)
	}
	return rows
}

// text writes the report for people.
func (r *checkReport) text(w io.Writer) error {
	var b bytes.Buffer
	t := &terminal.Table{}
	models.Heading(t, r.model)
	if e := r.Engine; e != autoEngine && e != models.SymbolicEngine {
		t.Add("engine", e)
	}
	if r.answerReport != nil {
		r.one(&b, w, t)
	} else if err := writeProperties(&b, r.rows(), t); err != nil {
		return err
	}
	r.deciders(t)
	if r.Certificate != nil {
		t.Add("certificate", r.Certificate.String())
	}
	r.cost(t)
	b.WriteByte('\n')
	if err := t.Write(&b); err != nil {
		return err
	}
	return terminal.WriteText(w, b.Bytes())
}

// deciders adds the row of the techniques that gave the answers, with the number of answers of each if there are
// several questions, and for a single question of LTL the size of its automaton. It adds nothing unless the engine is
// auto or symbolic, which choose among techniques.
func (r *checkReport) deciders(t *terminal.Table) {
	if r.Engine != autoEngine && r.Engine != models.SymbolicEngine {
		return
	}
	counts := map[string]int{}
	var order []string
	for _, a := range r.answers {
		if a.By != "" && a.Result != check.Unknown {
			if counts[a.By]++; counts[a.By] == 1 {
				order = append(order, a.By)
			}
		}
	}
	text := ""
	for i, by := range order {
		if i > 0 {
			text += ", "
		}
		text += by
		if len(r.answers) > 1 {
			text += fmt.Sprintf(" %s", quantity.Int(counts[by]))
		}
	}
	if text != "" {
		t.Add("decided by", text)
	}
	if len(r.answers) != 1 {
		return
	}
	if a := r.answers[0].Automaton; a != nil {
		t.Addf("automaton", "%s, %s, %s, %s", quantity.Count(a.States, "state"), quantity.Count(a.Arcs, "arc"),
			quantity.Count(a.Marks, "mark"), a.Class)
	}
}

// cost adds what the answers took.
func (r *checkReport) cost(t *terminal.Table) {
	deciding := "deciding " + quantity.Seconds(r.deciding())
	e := r.diagrams
	if e == nil || r.effort == nil {
		t.Addf("memory", "%s", quantity.Size(r.RSS))
		t.Add("time", deciding)
		return
	}
	found := ""
	if !e.Complete {
		t.Add("incomplete", e.Partial)
		found = "at least "
	}
	if e.States != nil {
		t.Add("states", found+quantity.Number(e.States, false))
	}
	r.effort.Effort.Add(t, e.Nodes > 0, deciding)
}

// one writes the answer to the only question, and adds what it took to the table. Colours are those of out.
func (r *checkReport) one(b *bytes.Buffer, out io.Writer, t *terminal.Table) {
	q, a := r.questions[0], r.answers[0]
	writeVerdict(b, out, q.ID, shortTo(q, a), a.Verdict)
	fmt.Fprintln(b, printable.Text(printable.Cut(q.Format(trace.NamesOf(r.model).Aliases()), longFormula)))
	if a.Warning != "" {
		fmt.Fprintln(b, printable.Text(a.Warning))
	}
	if (q.Kind == check.Truth || q.OfTime()) && a.Result != check.Unknown && q.Trace {
		b.WriteByte('\n')
		trace.Write(b, cmp.Or(terminal.Columns(out), trace.Width), r.model, q, a)
	}
	if a.Statistics != nil && a.Verdict.Bound > 0 {
		t.Addf("covered", "all states within %s", quantity.Count(a.Verdict.Bound, "step"))
	}
	if a.Paths > 1 {
		t.Addf("trace", "one of %d paths that show the operands of conjunctions", a.Paths)
	}
	for _, row := range rowsOf(a.Statistics) {
		t.Add(row.name, row.value)
	}
}

// writeVerdict writes an answer, for people, behind the ID of the property if it has one. Colours are those of out.
func writeVerdict(b *bytes.Buffer, out io.Writer, id, text string, v check.Verdict) {
	switch v.Result {
	case check.Holds:
		text = terminal.Styled(out, terminal.Green, text)
	case check.Fails:
		text = terminal.Styled(out, terminal.Red, text)
	case check.Unknown:
		text += ": " + printable.Text(v.Reason)
	}
	if id != "" {
		text = printable.Text(id) + ": " + text
	}
	fmt.Fprintln(b, text)
}
