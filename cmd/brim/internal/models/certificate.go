package models

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"brim/check"
	"brim/internal/cli"
	"brim/internal/input"
	"brim/internal/quantity"
	"brim/petri/format"
	"brim/petri/nets"
)

// This file writes certificates of answers, for the commands that have --certificate.

// A CertificateReport says what --certificate wrote, as --json prints it.
type CertificateReport struct {
	File     string   `json:"file,omitempty"`
	Bytes    int64    `json:"bytes,omitempty"`
	Evidence []string `json:"evidence,omitempty"`
	Reason   string   `json:"reason,omitempty"` // why there is none
}

// String is the report for people.
func (r *CertificateReport) String() string {
	if r.File == "" {
		return "none: " + r.Reason
	}
	return fmt.Sprintf("%s, %s", r.File, quantity.Count(int(r.Bytes), "byte"))
}

// WithoutCertificate returns the report that there is none, with the reason.
func WithoutCertificate(why error) *CertificateReport { return &CertificateReport{Reason: why.Error()} }

// Digest returns the SHA-256 of the file of a model, uncompressed. The error says why a model of that name has none.
func Digest(ctx context.Context, name string) (string, error) {
	switch {
	case name == "-":
		return "", errors.New("a certificate names a file, and the net is from standard input; save it before")
	case nets.IsColoured(name) || nets.IsSpec(name):
		return "", fmt.Errorf("a certificate names a file, and %s is none; save what 'brim gen %s' writes before", name, name)
	case check.IsCircuit(name) || check.IsLTS(name):
		return "", errors.New("only Petri nets have certificates")
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		name = filepath.Join(name, "model.pnml")
	}
	file, err := input.Open(ctx, name)
	if err != nil {
		return "", check.ReadError(err)
	}
	defer file.Close()
	f, text, err := format.Open(file, name)
	if err != nil || f.Name != format.PNML {
		return "", errors.New("only nets in PNML have certificates; 'brim convert' writes one")
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, text); err != nil {
		return "", fmt.Errorf("cannot read %s: %w", name, err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// Within returns a context that ends with the time limit.
func (l *Limits) Within(ctx context.Context) (context.Context, context.CancelFunc) {
	if end := l.Deadline(); !end.IsZero() {
		return context.WithDeadline(ctx, end)
	}
	return context.WithCancel(ctx)
}

// Certify finds the certificate of an answer and writes it to a file. The error is one of the file; where there is no
// certificate, the report has the reason.
func Certify(
	ctx context.Context, a *cli.App, l *Limits, c *check.Certifier, q *check.Question, answer *check.Answer, file string,
) (*CertificateReport, error) {
	own, cancel := l.Within(ctx)
	defer cancel()
	proof, err := c.Certify(own, q, answer)
	if err != nil {
		return WithoutCertificate(err), nil
	}
	return SaveCertificate(ctx, a, l.Deadline(), proof, file)
}

// SaveCertificate writes a certificate to a file.
func SaveCertificate(
	ctx context.Context, a *cli.App, deadline time.Time, proof *check.Certificate, file string,
) (*CertificateReport, error) {
	r := &CertificateReport{File: file, Evidence: proof.Kinds()}
	err := a.Save(ctx, deadline, file, func(w io.Writer) error {
		n, err := proof.WriteFor(w, file)
		r.Bytes = n
		return err
	})
	return r, err
}
