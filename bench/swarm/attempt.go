package swarm

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"brim/internal/queue"
)

// What the front does with one job: it gives it out, takes the answer, has its certificates checked, and decides.

// An attempt is a job that was given out.
type attempt struct {
	*entry
	Record
	id      string
	due     time.Time // when it is late
	checks  int       // certificates of it that are not judged yet
	refuted bool
}

// A checked is a certificate that was judged.
type checked struct {
	*attempt
	question int
	result   Result
	judgement
}

// A standing is what the certificates of a worker were worth.
type standing struct {
	verified, rejected int
	why                string // the last one was rejected
}

// of returns the standing of a worker.
func (f *front) of(worker string) *standing {
	s := f.workers[worker]
	if s == nil {
		s = &standing{}
		f.workers[worker] = s
	}
	return s
}

// refusal says why a worker is not heard, "" if it is: more of its certificates were rejected than verified.
func (s *standing) refusal() string {
	if s.rejected <= s.verified {
		return ""
	}
	return "a certificate of this worker proves nothing: " + s.why
}

// leastSlice is the shortest time that is worth a job.
const leastSlice = 100 * time.Millisecond

// give gives out n jobs, if files are ready and there is something to do.
func (f *front) give(ctx context.Context, n int, ready bool) error {
	for ; ready && n > 0; n-- {
		if f.Measure && f.schedule.begun(f.isOpen) {
			return nil
		}
		e, slice := f.schedule.next(f.isOpen, f.order != "" && !f.Measure)
		if e == nil {
			return nil
		}
		if end, ok := ctx.Deadline(); ok {
			if slice = min(slice, time.Until(end)); slice < leastSlice {
				e.back(false)
				return nil
			}
		}
		f.given++
		a := &attempt{entry: e, id: strconv.Itoa(f.given), due: time.Now().Add(slice + 2*grace(slice))}
		a.Record = f.record(a, slice)
		body, err := json.Marshal(Task{f.job(a)})
		if err == nil {
			err = f.p.Send(queue.Line{Kind: queue.Put, ID: a.id, Body: body})
		}
		if err != nil {
			return err
		}
		f.jobs[a.id] = a
	}
	f.tell("")
	return nil
}

// job returns what a worker is told.
func (f *front) job(a *attempt) *Job {
	j := &Job{Model: f.model, Properties: f.set, Formula: f.in.Formula, Options: slices.Clone(a.plan.Options),
		Seconds: a.Slice}
	if a.together {
		j.Examination = f.in.together()
	} else if f.set != nil {
		j.Question = f.in.IDs[a.questions[0]]
	}
	if a.plan.Seeded {
		j.Options = append(j.Options, "--seed", strconv.Itoa(a.Seed))
	}
	if a.plan.Learned {
		j.Options = append(j.Options, "--order", f.order)
	}
	return j
}

// remove forgets a job, of which the workers are told.
func (f *front) remove(a *attempt) {
	delete(f.jobs, a.id)
	_ = f.p.Send(queue.Line{Kind: queue.Drop, ID: a.id}) // else Receive tells
}

// lose counts a job as not done.
func (f *front) lose(id, end string) {
	if a := f.jobs[id]; a != nil {
		f.remove(a)
		a.back(false)
		f.log(a, end)
	}
}

// dropLate loses the jobs of workers that say that they are at work for longer than that can be.
func (f *front) dropLate() {
	for id, a := range f.jobs {
		if time.Now().After(a.due) {
			f.lose(id, "late")
		}
	}
}

// take takes an answer. That of a worker that is not heard is refused, and the job is not done.
func (f *front) take(ctx context.Context, l queue.Line) {
	var answer Answer
	reason := ""
	if err := json.Unmarshal(l.Body, &answer); err != nil || answer.Worker == "" {
		reason = "this is no answer"
	} else {
		reason = f.of(answer.Worker).refusal()
	}
	_ = f.p.Send(queue.Line{Kind: queue.Taken, ID: l.ID, Ticket: l.Ticket, Text: reason}) // else Receive tells
	a := f.jobs[l.ID]
	if a == nil {
		return // it is late, or its questions are decided
	}
	if reason != "" {
		f.lose(l.ID, "refused")
		return
	}
	delete(f.jobs, l.ID)
	a.answered(&answer, time.Since(f.begin))
	for _, r := range answer.Results {
		q := slices.Index(f.in.IDs, r.Question)
		if q < 0 || !slices.Contains(a.questions, q) || !f.isOpen(q) {
			continue
		}
		switch {
		case r.Answer == "":
			f.outcomes[q].Reason = r.Reason
		case r.Certificate == "":
			f.claim(a, q, r, cmp.Or(r.Reason, "there is no certificate"))
		default:
			a.checks++
			f.check(ctx, checked{attempt: a, question: q, result: r})
		}
	}
	if answer.Reason != "" && len(answer.Results) == 0 {
		for _, q := range a.questions {
			f.outcomes[q].Reason = answer.Reason
		}
	}
	f.settle(a)
}

// check has a certificate checked in the background, which ends with a value of f.checked.
func (f *front) check(ctx context.Context, c checked) {
	f.checking++
	path := filepath.Join(f.folder, fmt.Sprintf("%s-%d.cert", c.id, c.question))
	go func() {
		defer func() { f.checked <- c }()
		select {
		case f.free <- struct{}{}:
			defer func() { <-f.free }()
		case <-ctx.Done():
			return
		}
		if !digests.MatchString(c.result.Certificate) {
			c.false, c.reason = true, "its certificate has no digest"
			return
		}
		defer discard(path)
		if err := f.p.Fetch(ctx, c.result.Certificate, path); err != nil {
			c.reason = err.Error()
			return
		}
		c.judgement = judge(ctx, f.Verifier, &f.in, f.in.IDs[c.question], path, f.Proof)
	}()
}

// judge draws the conclusions from a judgement.
func (f *front) judge(c checked) {
	c.checks--
	c.Proofs += c.spent.Seconds()
	q := c.question
	switch {
	case c.answer != "":
		f.of(c.Worker).verified++
		c.Verified = append(c.Verified, f.in.IDs[q])
		f.decide(c.attempt, q, c.answer, c.result.By, true)
	case c.false:
		c.refuted = true
		s := f.of(c.Worker)
		s.rejected++
		s.why = c.reason
		f.tell("%s: a certificate of the worker %s proves nothing: %s", f.in.IDs[q], c.Worker, c.reason)
	default:
		f.claim(c.attempt, q, c.result, c.reason)
		if o := &f.outcomes[q]; c.unreadable && o.Answer == "" && !o.hopeless {
			o.hopeless, o.Reason = true, c.reason
			f.close(q)
		}
	}
	f.settle(c.attempt)
}

// claim notes an answer without a proof. It decides the question only if workers are trusted.
func (f *front) claim(a *attempt, q int, r Result, reason string) {
	o := &f.outcomes[q]
	a.Claimed = append(a.Claimed, f.in.IDs[q])
	i := slices.IndexFunc(o.Claims, func(c Claim) bool { return c.Answer == r.Answer })
	if i < 0 {
		i = len(o.Claims)
		o.Claims = append(o.Claims, Claim{Answer: r.Answer, By: r.By, Worker: a.Worker, Reason: reason})
	}
	if o.Claims[i].Times++; f.Trust {
		f.decide(a, q, r.Answer, r.By, false)
	}
}

// decide decides a question.
func (f *front) decide(a *attempt, q int, answer, by string, verified bool) {
	o := &f.outcomes[q]
	if o.Answer != "" {
		return
	}
	o.Answer, o.Verified, o.By, o.Plan, o.Worker = answer, verified, by, a.plan.Name, a.Worker
	o.Seconds = time.Since(f.begin).Seconds()
	if a.Order != "" && order.MatchString(a.Order) {
		f.order = a.Order
	}
	f.close(q)
}

// close counts a question that is open no more, and ends all jobs that have no other.
func (f *front) close(q int) {
	f.open--
	for _, x := range f.jobs {
		if !x.open(f.isOpen) {
			f.remove(x)
			x.back(true)
			f.log(x, "ended")
		}
	}
	f.tell("%s: %s", f.outcomes[q].Question, cmp.Or(f.outcomes[q].Answer, f.outcomes[q].Reason))
}

// settle ends a job whose certificates are all judged.
func (f *front) settle(a *attempt) {
	if a.checks == 0 {
		a.back(!a.refuted)
		f.log(a, "done")
	}
}
