package models

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"brim/check"
	"brim/internal/cli"
	"brim/internal/input"
	"brim/petri/format"
	"brim/petri/nets"
	"brim/petri/pnml"
)

// This file finds the file of PNML that certificates are about. brim-verify reads the standard's PNML, with capacities
// and inhibitor arcs, and refuses everything else; brim reads more.

// A Subject is the file that certificates of a model name by its digest. It is the file of the model if brim-verify
// reads that, else a new one next to the certificate, with the net as brim understands it. Of a net with time, reset
// arcs or priorities that is the net without these, see check.Model.Relaxed.
type Subject struct {
	Digest string // SHA-256 in hexadecimal digits
	text   []byte // of a new file; nil for the file of the model
}

// NewSubject returns the subject of certificates about a model of that name. The error says why that is impossible.
func NewSubject(ctx context.Context, name string, m *check.Model) (*Subject, error) {
	if m.Net == nil && m.Document != nil {
		return SubjectOf(ctx, m)
	}
	digest, err := fileDigest(ctx, name)
	if err != nil || digest != "" {
		return &Subject{Digest: digest}, err
	}
	return SubjectOf(ctx, m)
}

// SubjectOf returns a subject that is a new file.
func SubjectOf(ctx context.Context, m *check.Model) (*Subject, error) {
	var b bytes.Buffer
	var err error
	if m.Net == nil && m.Document != nil {
		if m, err = m.Relaxed(ctx); err != nil {
			return nil, err
		}
	}
	switch {
	case m.Coloured != nil:
		err = pnml.WriteColoured(&b, m.Coloured)
	case m.Net != nil:
		err = pnml.Write(&b, m.Net)
	default:
		err = errors.New("only Petri nets have certificates")
	}
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(b.Bytes())
	return &Subject{Digest: hex.EncodeToString(sum[:]), text: b.Bytes()}, nil
}

// IsNew reports whether the subject is a new file, which is to be written.
func (s *Subject) IsNew() bool { return s.text != nil }

// save writes a new file next to the certificate in that file, and returns its name, "" for the file of the model.
func (s *Subject) save(ctx context.Context, a *cli.App, l *Limits, certificate string) (string, error) {
	if !s.IsNew() {
		return "", nil
	}
	name := strings.TrimSuffix(certificate, ".gz") + ".pnml"
	return name, s.SaveAs(ctx, a, l, name)
}

// SaveAs writes a new file of that name.
func (s *Subject) SaveAs(ctx context.Context, a *cli.App, l *Limits, name string) error {
	return a.Save(ctx, l.Deadline(), name, func(w io.Writer) error {
		_, err := w.Write(s.text)
		return err
	})
}

// Digest returns the SHA-256 of the file of a model, uncompressed. The error says why brim-verify does not read it.
func Digest(ctx context.Context, name string) (string, error) {
	digest, err := fileDigest(ctx, name)
	if err == nil && digest == "" {
		err = errors.New("brim-verify reads no file but of plain PNML; save what 'brim convert' or 'brim gen' writes " +
			"before")
	}
	return digest, err
}

// fileDigest is Digest; it returns "" if brim-verify does not read the file, or there is none. The error is of models
// that are no nets, or of the file.
func fileDigest(ctx context.Context, name string) (string, error) {
	switch {
	case name == "-" || nets.IsColoured(name) || nets.IsSpec(name):
		return "", nil
	case check.IsCircuit(name) || check.IsLTS(name):
		return "", errors.New("only Petri nets have certificates")
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		name = filepath.Join(name, "model.pnml")
	}
	file, err := input.Open(ctx, format.File(name))
	if err != nil {
		return "", check.ReadError(err)
	}
	defer file.Close()
	f, text, err := format.Open(file, name)
	switch {
	case err != nil:
		return "", check.ReadError(err)
	case f.Name != format.PNML:
		return "", nil
	}
	sum := sha256.New()
	text = io.TeeReader(text, sum)
	plain := isPlain(text)
	if _, err := io.Copy(io.Discard, text); err != nil {
		return "", fmt.Errorf("cannot read %s: %w", name, err)
	}
	if !plain {
		return "", nil
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
