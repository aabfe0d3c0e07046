package questions

import (
	"context"
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

// beginProofs begins the search if --certificates asks for it.
func (m *contest) beginProofs(ctx context.Context, model *check.Model) error {
	if m.certificates == "" {
		return nil
	}
	if err := os.MkdirAll(m.certificates, 0o777); err != nil {
		return cli.FileError("write", err)
	}
	digest, err := models.Digest(ctx, filepath.Join(m.dir, "model.pnml"))
	if err != nil {
		return err
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

// run finds cheap proofs first, as answers come. All others wait until no technique works, or half of the time is over.
func (p *proofs) run() {
	defer close(p.ended)
	defer p.certifier.Close()
	ctx, cancel := p.m.limits.Within(p.ctx)
	defer cancel()
	var late []answered
	var half <-chan time.Time
	if end := p.m.limits.Deadline(); !end.IsZero() {
		half = time.After(time.Until(end) / 2)
	}
	for early, more := true, true; more || len(late) > 0; {
		var a answered
		if !early && len(late) > 0 {
			a, late = late[0], late[1:]
			p.prove(ctx, p.certifier.Certify, &a, true)
			continue
		}
		select {
		case a, more = <-p.answers:
			if more && !p.prove(ctx, p.certifier.Quick, &a, false) {
				late = append(late, a)
			}
			early = early && more
		case <-half:
			early, half = false, nil
		}
	}
}

// prove writes the proof of an answer if it finds one. It says why not if that is final.
func (p *proofs) prove(
	ctx context.Context, find func(context.Context, *check.Question, *check.Answer) (*check.Certificate, error), a *answered, final bool,
) bool {
	proof, err := find(ctx, a.Question, &a.answer)
	name := a.ID
	if word := stateSpaceLines[a.Kind]; word != "" {
		name = word
	}
	if err == nil {
		_, err = models.SaveCertificate(ctx, p.m.App, p.m.limits.Deadline(), proof, filepath.Join(p.m.certificates, name+".cert.gz"))
		final = true
	}
	if err != nil && final {
		p.m.Note("brim: %s has no certificate: %v", name, err)
	}
	return err == nil || final
}
