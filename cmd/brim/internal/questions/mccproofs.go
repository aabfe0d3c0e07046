package questions

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"brim/check"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
)

// This file writes the proofs of the answers that brim mcc gives, beside the work on other answers.

// A proofs is the search for proofs of answers, in one goroutine. A nil pointer does nothing.
type proofs struct {
	m         *contest
	ctx       context.Context
	certifier *check.Certifier
	answers   chan answered // which are printed; closed when no more come
	ended     chan struct{} // closed when the search is over
}

// An answered is a question with its answer.
type answered struct {
	*check.Question
	answer check.Answer
}

// mostWaiting is how many answers may wait for their proofs; an examination has 16.
const mostWaiting = 10_000

// beginProofs begins the search if --certificates asks for it, and says why if there are no proofs about the model.
func (m *contest) beginProofs(ctx context.Context, model *check.Model) error {
	if m.certificates == "" {
		return nil
	}
	if err := os.MkdirAll(m.certificates, 0o777); err != nil {
		return cli.FileError("write", err)
	}
	digest, err := models.Digest(ctx, filepath.Join(m.dir, "model.pnml"))
	if err != nil { // the answers are worth more
		m.Note("brim: there are no certificates: %v", err)
		return nil
	}
	p := &proofs{
		m: m, ctx: ctx, certifier: check.NewCertifier(model, digest, check.Options{Limits: m.limits.Check()}),
		answers: make(chan answered, mostWaiting), ended: make(chan struct{}),
	}
	m.proofs = p
	go p.run()
	return nil
}

// want asks for the proof of an answer. It does not wait.
func (p *proofs) want(q *check.Question, a *check.Answer) {
	if p == nil {
		return
	}
	select {
	case p.answers <- answered{q, *a}:
	default:
	}
}

// end waits for the proofs of all answers, or for the end of the time.
func (p *proofs) end() {
	if p == nil {
		return
	}
	close(p.answers)
	<-p.ended
}

// A waiting is an answer that has no cheap proof.
type waiting struct {
	answered
	given time.Duration // the time of the last search, in vain
}

// run finds cheap proofs first, as answers come. All others wait until no technique works, or half of the time is over.
// Then they take turns, each time with twice the time for each, so that no hard one keeps others from their proofs.
func (p *proofs) run() {
	defer close(p.ended)
	defer p.certifier.Close()
	ctx, cancel := p.m.limits.Within(p.ctx)
	defer cancel()
	var late []waiting
	var half <-chan time.Time
	if end := p.m.limits.Deadline(); !end.IsZero() {
		half = time.After(time.Until(end) / 2)
	}
	early, more := true, true
	take := func(a answered, ok bool) {
		if more = ok; ok && p.prove(ctx, p.certifier.Quick, &a, false) != nil {
			late = append(late, waiting{answered: a})
		}
		early = early && more
	}
	for more || len(late) > 0 {
		if early || len(late) == 0 {
			select {
			case a, ok := <-p.answers:
				take(a, ok)
			case <-half:
				early, half = false, nil
			}
			continue
		}
		select {
		case a, ok := <-p.answers:
			if more {
				take(a, ok)
				continue
			}
		default:
		}
		first := late[0]
		late = late[1:]
		if p.turn(ctx, &first, len(late)+1) {
			late = append(late, first)
		}
	}
}

const (
	turns      = 8 // into which the time that is left is divided at first
	futilePart = 8 // a search that ends before so small a part of its time would not do better with more
)

// turn searches for the proof of one of so many answers, and reports whether there should be another search.
func (p *proofs) turn(ctx context.Context, a *waiting, among int) (again bool) {
	last, most := true, time.Duration(0)
	if end, ok := ctx.Deadline(); ok {
		left := time.Until(end)
		most = max(2*a.given, left/time.Duration(turns*among))
		last = most >= left
	}
	own, cancel := ctx, context.CancelFunc(func() {})
	if !last {
		own, cancel = context.WithTimeoutCause(ctx, most, errors.New("its share of the time is over"))
	}
	defer cancel()
	start := time.Now()
	err := p.prove(own, p.certifier.Certify, &a.answered, last)
	if err == nil || last {
		return false
	}
	if time.Since(start) < most/futilePart {
		p.without(&a.answered, err)
		return false
	}
	a.given = most
	return true
}

// prove writes the proof of an answer if it finds one. If that is final, it says why not.
func (p *proofs) prove(
	ctx context.Context, find func(context.Context, *check.Question, *check.Answer) (*check.Certificate, error),
	a *answered,
	final bool,
) error {
	proof, err := find(ctx, a.Question, &a.answer)
	if err == nil {
		file := filepath.Join(p.m.certificates, a.name()+".cert.gz")
		if _, err := models.SaveCertificate(ctx, p.m.App, p.m.limits.Deadline(), proof, file); err != nil {
			p.without(a, err)
		}
		return nil
	}
	if final {
		p.without(a, err)
	}
	return err
}

// name is the name of the file without ending.
func (a *answered) name() string {
	if word := stateSpaceLines[a.Kind]; word != "" {
		return word
	}
	return a.ID
}

// without says why an answer has no certificate.
func (p *proofs) without(a *answered, err error) {
	p.m.Note("brim: %s has no certificate: %v", a.name(), err)
}
