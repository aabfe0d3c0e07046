package questions

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"brim/check"
	"brim/cmd/brim/internal/models"
	"brim/ctl/syntax"
	"brim/internal/cli"
	"brim/internal/printable"
)

// This file writes the proofs of answers to named questions: one for each claim.

// A namedProof is what --certificate wrote of one claim, as --json prints it.
type namedProof struct {
	Question string `json:"question"`        // its name
	About    string `json:"about,omitempty"` // the condition
	// Arguments are those of brim-verify: the model, the question and the certificate; nil if there is no proof.
	Arguments []string `json:"arguments,omitempty"`
	Reason    string   `json:"reason,omitempty"` // why there is no proof
}

// String is the proof for people.
func (p *namedProof) String() string {
	what := p.Question
	if p.About != "" {
		what += ", " + p.About
	}
	if p.Arguments == nil {
		return fmt.Sprintf("no proof of %s: %s", what, p.Reason)
	}
	line := "brim-verify"
	for _, a := range p.Arguments {
		line += " " + printable.Word(a)
	}
	return fmt.Sprintf("proof of %s: %s", what, line)
}

// A namedProofs collects the proofs of one run in a folder.
type namedProofs struct {
	*checkCommand
	model      string                   // as it was named
	loaded     *check.Model             // that was asked
	subjects   map[string]*namedSubject // by the digest
	properties []syntax.Property
	list       []*namedProof
}

// A namedSubject is the net that some claims are about.
type namedSubject struct {
	*models.Subject
	file      string // for brim-verify
	saved     bool
	certifier *check.Certifier
}

// claimWords are what brim-verify calls questions without a formula.
var claimWords = map[check.Kind]string{
	check.Deadlock: "ReachabilityDeadlock", check.QuasiLiveness: "QuasiLiveness", check.Liveness: "Liveness",
	check.MostInMarking: "MAX_TOKEN_PER_MARKING",
}

// proveNamed looks for the proofs of answers, within the limits, and writes them to the folder of --certificate. The
// error is one of a file.
func (c *checkCommand) proveNamed(
	ctx context.Context, model string, m *check.Model, questions []check.NamedQuestion, answers []*check.NamedAnswer,
) ([]*namedProof, error) {
	if err := os.MkdirAll(c.certificate, 0o777); err != nil {
		return nil, cli.FileError("write", err)
	}
	p := &namedProofs{checkCommand: c, model: model, loaded: m, subjects: map[string]*namedSubject{}}
	defer func() {
		for _, s := range p.subjects {
			s.certifier.Close()
		}
	}()
	for i, a := range answers {
		claims, err := check.Claims(a, questions[i])
		if err != nil {
			p.list = append(p.list, &namedProof{Question: a.Name, Reason: err.Error()})
		}
		for k, claim := range claims {
			if err := p.prove(ctx, fmt.Sprintf("%s-%d", a.Name, k+1), a.Name, claim); err != nil {
				return nil, err
			}
		}
	}
	if p.properties == nil {
		return p.list, nil
	}
	return p.list, c.Save(ctx, c.Deadline(), p.file("questions.xml"), func(w io.Writer) error {
		return syntax.WriteProperties(w, p.properties)
	})
}

// file returns a file in the folder.
func (p *namedProofs) file(name string) string { return filepath.Join(p.certificate, name) }

// prove looks for the proof of a claim, which is called id.
func (p *namedProofs) prove(ctx context.Context, id, name string, claim check.Claim) error {
	out := &namedProof{Question: name, About: claim.About}
	p.list = append(p.list, out)
	s, err := p.subject(ctx, claim.Model)
	if err != nil {
		out.Reason = err.Error()
		return nil
	}
	own, cancel := p.Within(ctx)
	defer cancel()
	proof, err := s.certifier.Certify(own, claim.Question, claim.Answer)
	if err != nil {
		out.Reason = err.Error()
		return nil
	}
	if q := proof.About(); q != nil {
		claim.Question = q
	}
	question := claimWords[claim.Question.Kind]
	if claim.Question.Kind == check.Truth {
		property := syntax.Property{ID: id, Formula: claim.Question.Formula}
		if err := syntax.WriteProperties(io.Discard, []syntax.Property{property}); err != nil {
			out.Reason = err.Error()
			return nil
		}
		p.properties = append(p.properties, property)
		question = p.file("questions.xml") + ":" + id
	}
	certificate := p.file(id + ".cert.gz")
	out.Arguments = []string{s.file, question, certificate}
	if _, err := models.SaveCertificate(ctx, p.App, p.Deadline(), proof, certificate); err != nil {
		return err
	}
	if s.saved {
		return nil
	}
	s.saved = true
	return s.SaveAs(ctx, p.App, &p.Limits, s.file)
}

// subject returns the net that claims about a model are about: the file of the model, or a new file in the folder.
func (p *namedProofs) subject(ctx context.Context, m *check.Model) (*namedSubject, error) {
	subject, err := models.SubjectOf(ctx, m)
	if m == p.loaded {
		subject, err = models.NewSubject(ctx, p.model, m)
	}
	if err != nil {
		return nil, err
	}
	if s := p.subjects[subject.Digest]; s != nil {
		return s, nil
	}
	s := &namedSubject{Subject: subject, file: p.model, saved: !subject.IsNew()}
	if n := len(p.subjects); !s.saved && n == 0 {
		s.file = p.file("net.pnml")
	} else if !s.saved {
		s.file = p.file(fmt.Sprintf("net-%d.pnml", n+1))
	}
	s.certifier = check.NewCertifier(m, s.Digest, check.Options{Limits: p.all()})
	p.subjects[s.Digest] = s
	return s, nil
}
