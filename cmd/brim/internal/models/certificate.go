package models

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/cli"
	"brim/internal/quantity"
)

// This file writes certificates of answers, for the commands that have --certificate.

// A CertificateReport says what --certificate wrote, as --json prints it.
type CertificateReport struct {
	File     string   `json:"file,omitempty"`
	Bytes    int64    `json:"bytes,omitempty"`
	Model    string   `json:"model,omitempty"`    // the file that it is about, if that is not the model's own
	Question string   `json:"question,omitempty"` // that it answers, if that is not the one asked
	Evidence []string `json:"evidence,omitempty"`
	Reason   string   `json:"reason,omitempty"` // why there is none
}

// String is the report for people.
func (r *CertificateReport) String() string {
	if r.File == "" {
		return "none: " + r.Reason
	}
	text := fmt.Sprintf("%s, %s", r.File, quantity.Count(int(r.Bytes), "byte"))
	switch {
	case r.Question != "":
		text += ", that " + r.Question + " holds in the net without time, reset arcs and priorities in " + r.Model
	case r.Model != "":
		text += ", about the net in " + r.Model
	}
	return text
}

// WithoutCertificate returns the report that there is none, with the reason.
func WithoutCertificate(why error) *CertificateReport { return &CertificateReport{Reason: why.Error()} }

// Within returns a context that ends with the time limit.
func (l *Limits) Within(ctx context.Context) (context.Context, context.CancelFunc) {
	if end := l.Deadline(); !end.IsZero() {
		return context.WithDeadline(ctx, end)
	}
	return context.WithCancel(ctx)
}

// Certify finds the certificate of an answer about a subject and writes it to a file, the subject next to it if that is
// a new file. The error is one of a file; where there is no certificate, the report has the reason.
func Certify(
	ctx context.Context, a *cli.App, l *Limits, s *Subject, c *check.Certifier, q *check.Question, answer *check.Answer,
	file string,
) (*CertificateReport, error) {
	own, cancel := l.Within(ctx)
	defer cancel()
	proof, err := c.Certify(own, q, answer)
	if err != nil {
		return WithoutCertificate(err), nil
	}
	r, err := SaveCertificate(ctx, a, l.Deadline(), proof, file)
	if err == nil {
		r.Model, err = s.save(ctx, a, l, file)
	}
	return r, err
}

// SaveCertificate writes a certificate to a file.
func SaveCertificate(
	ctx context.Context, a *cli.App, deadline time.Time, proof *check.Certificate, file string,
) (*CertificateReport, error) {
	r := &CertificateReport{File: file, Evidence: proof.Kinds()}
	if q := proof.About(); q != nil {
		r.Question = q.Format(func(_ syntax.Kind, r syntax.Ref) string { return strconv.Quote(r.Name) })
	}
	err := a.Save(ctx, deadline, file, func(w io.Writer) error {
		n, err := proof.WriteFor(w, file)
		r.Bytes = n
		return err
	})
	return r, err
}
