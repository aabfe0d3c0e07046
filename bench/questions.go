package bench

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Runs that answer several questions: what is right for each, and a program that checks the proof of each answer.

// Questions are what one run of a tool answers. Its record has an entry of words and counts for each answer, behind
// answers.0, answers.1 and so on, if answers are checked or listed, and in any case the numbers of its results:
//
//	id         of the question
//	known      the right answer, ? if it is unknown, nothing if the question is not listed
//	answer     nothing if there is none
//	result     right, wrong or missing; new or open, with or without an answer, if the right one is not known
//	by         what the tool says about how it found the answer
//	after      seconds of the clock from the start of the run until the answer was printed
//	check      what the checker says: a word of Verdicts, or none without a proof, or failed
//	reason     why there is no proof, or what the checker printed of one that it does not accept
//	bytes      of the proof
//	seconds    CPU time of the checker
type Questions struct {
	Known map[string]string // right answers by id
	File  string            // of more of them, in lines "group,id,answer", where the run takes place; "" for none
	Group string            // of the lines that belong to the run

	Answers *regexp.Regexp // a line with an answer: groups id, answer and by
	Listed  bool           // the record has an entry for each answer, also without a checker
	Without *regexp.Regexp // a line that says why there is no proof: groups id and reason; nil if nothing is checked

	// In these, {id} stands for the id. The checker is a program of Options.Programs, by its name.
	Proof    string         // the file of a proof
	Check    []string       // the command that checks it, under the limit of time of the run
	Verdicts map[int]string // what its exit status means; Verified is that a proof is accepted
	// What it prints then, with the answer for {answer}: a proof of another one is rejected. In Named are answers that
	// it calls by another name.
	Says  string
	Named map[string]string
}

// Verified is the word for a proof that is accepted.
const Verified = "verified"

const (
	unknownAnswer = "?" // no tool has decided the question
	wordID        = "{id}"
	wordAnswer    = "{answer}"
)

// mostQuestions is how many answers of a file one run gives, for an estimate of its time.
const mostQuestions = 16

// Checker returns the program that checks answers of the cell, "" if they are not checked.
func (c *Cell) Checker() string {
	if c.Tool == nil || c.Tool.Questions == nil || len(c.Tool.Questions.Check) == 0 {
		return ""
	}
	return c.Tool.Questions.Check[0]
}

// checkLimit is the time after which the checker of an answer has ended in any case.
func (c *Cell) checkLimit() time.Duration { return c.Time + grace(c.Time) }

// checkLongest returns how long the checks of all answers of the cell take at most.
func (c *Cell) checkLongest() time.Duration {
	if c.Checker() == "" {
		return 0
	}
	n := len(c.Tool.Questions.Known)
	if c.Tool.Questions.File != "" {
		n = mostQuestions
	}
	return time.Duration(n) * c.checkLimit()
}

// known returns the right answers.
func (q *Questions) known(folder string) (map[string]string, error) {
	known := maps.Clone(q.Known)
	if known == nil {
		known = map[string]string{}
	}
	if q.File == "" {
		return known, nil
	}
	f, err := os.Open(filepath.Join(folder, q.File))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", q.File, err)
	}
	for _, l := range lines {
		if len(l) >= 3 && l[0] == q.Group {
			known[l[1]] = strings.TrimSpace(l[2])
		}
	}
	return known, nil
}

// A found is an answer as the tool printed it, and how long after the start of the run.
type found struct {
	answer, by string
	after      time.Duration
}

// matches calls fn with the end of each match and its groups.
func matches(p *regexp.Regexp, text string, fn func(end int, group func(name string) string)) {
	if p == nil {
		return
	}
	for _, m := range p.FindAllStringSubmatchIndex(text, -1) {
		fn(m[1], func(name string) string {
			if i := p.SubexpIndex(name); i >= 0 && m[2*i] >= 0 {
				return strings.TrimSpace(text[m[2*i]:m[2*i+1]])
			}
			return ""
		})
	}
}

// judgeQuestions notes the answers of a run that has ended, or was ended, checks them, and sets the outcome: done with
// any answer unless a limit ended the run, wrong with a wrong one. It fails if ctx ends it.
func (r *Record) judgeQuestions(ctx context.Context, c *Cell, o *Options, scratch string, out *printed,
	errs string) error {
	q := c.Tool.Questions
	known, err := q.known(o.Folders[c.Folder])
	if err != nil {
		r.Outcome, r.Reason = Failed, "right answers: "+err.Error()
		return nil
	}
	answers, reasons := map[string]found{}, map[string]string{}
	matches(q.Answers, out.String(), func(end int, group func(string) string) {
		answers[group("id")] = found{group("answer"), group("by"), out.after(end)}
	})
	matches(q.Without, errs, func(_ int, group func(string) string) { reasons[group("id")] = group("reason") })
	r.Counts, r.Words = map[string]float64{"right": 0, "wrong": 0, "missing": 0, "new": 0, "open": 0},
		map[string]string{}
	ids := maps.Clone(known)
	for id := range answers {
		ids[id] = known[id]
	}
	wrong := ""
	for i, id := range slices.Sorted(maps.Keys(ids)) {
		a, result := answers[id], ""
		switch right, listed := known[id]; {
		case a.answer == "" && right == unknownAnswer:
			result = "open"
		case a.answer == "":
			result = "missing"
		case !listed || right == unknownAnswer:
			result = "new"
		case a.answer == right:
			result = "right"
		default:
			result = "wrong"
			wrong = cmp.Or(wrong, fmt.Sprintf("the answer to %s is %s, right is %s", id, a.answer, right))
		}
		r.Counts[result]++
		if c.Checker() == "" && !q.Listed {
			continue
		}
		prefix := fmt.Sprintf("answers.%d.", i)
		words := map[string]string{"id": id, "known": known[id], "answer": a.answer, "by": a.by, "result": result}
		if a.answer != "" {
			r.Counts[prefix+"after"] = a.after.Seconds()
		}
		if a.answer != "" && c.Checker() != "" {
			words["reason"] = reasons[id]
			if err := r.check(ctx, c, o, scratch, id, prefix, words); err != nil {
				return err
			}
		}
		for k, w := range words {
			if w != "" {
				r.Words[prefix+k] = w
			}
		}
	}
	printed := errs + "\n" + out.String()
	r.endOfQuestions(len(answers), wrong, printed)
	if outcome, said := c.Tool.outcome(printed); r.Outcome == Failed && len(answers) == 0 && outcome != "" {
		r.Outcome, r.Reason = outcome, "it says: "+firstLine(said)
	}
	return nil
}

// endOfQuestions sets the outcome from the number of answers, from what is wrong with one, and from the end of the run.
func (r *Record) endOfQuestions(answers int, wrong, printed string) {
	switch {
	case wrong != "":
		r.Outcome, r.Reason = Wrong, wrong
	case r.Outcome == Time || r.Outcome == Memory: // it was ended
	case r.Status == 0:
		r.Outcome = Done
	case r.Status == statuses["unknown"]:
		r.Outcome, r.Reason = Unknown, firstLine(printed)
	default:
		r.Outcome, r.Reason = Failed, fmt.Sprintf("exit status %d with %d answers: %s", r.Status, answers,
			firstLine(printed))
	}
	complete := r.Outcome == Done || r.Outcome == Wrong
	r.Complete = &complete
}

// check runs the checker on the proof of an answer, if there is one, and notes what it says behind a prefix and in
// words. It fails if ctx ends it.
func (r *Record) check(
	ctx context.Context, c *Cell, o *Options, scratch, id, prefix string, words map[string]string,
) error {
	q := c.Tool.Questions
	fill := func(list []string) []string {
		list = slices.Clone(list)
		for i := range list {
			list[i] = strings.ReplaceAll(list[i], wordID, id)
		}
		return c.words(o, scratch, list)
	}
	info, err := os.Stat(fill([]string{q.Proof})[0])
	if err != nil || !filepath.IsLocal(id) {
		words["check"] = "none"
		return nil
	}
	limited, cancel := context.WithTimeoutCause(ctx, c.checkLimit(), errOverdue)
	defer cancel()
	cmd := c.process(limited, o, scratch, slices.Concat(o.Programs[q.Check[0]], fill(q.Check[1:])))
	if c.Folder != "" {
		cmd.Dir = o.Folders[c.Folder]
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	use, err := o.run(cmd, func(*os.Process) {})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	switch p := cmd.ProcessState; {
	case p == nil:
		words["check"], words["reason"] = "failed", err.Error()
	case errors.Is(context.Cause(limited), errOverdue) && p.ExitCode() < 0:
		words["check"], words["reason"] = "limit", "it did not end by itself"
	default:
		said := strings.ReplaceAll(out.String(), scratch+string(filepath.Separator), "")
		words["check"], words["reason"] = q.verdict(p.ExitCode(), said, words["answer"])
	}
	r.Counts[prefix+"bytes"], r.Counts[prefix+"seconds"] = float64(info.Size()), use.CPU.Seconds()
	return nil
}

// verdict returns what the end of a checker means for an answer, and why it is not accepted.
func (q *Questions) verdict(status int, said, answer string) (word, reason string) {
	word = cmp.Or(q.Verdicts[status], "failed")
	if word != Verified {
		return word, firstLine(strings.TrimPrefix(said, word+": "))
	}
	if strings.TrimSpace(said) != strings.ReplaceAll(q.Says, wordAnswer, cmp.Or(q.Named[answer], answer)) {
		return "rejected", "it is of another answer: " + firstLine(said)
	}
	return word, ""
}
