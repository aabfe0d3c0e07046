package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"brim/check"
)

// Certificates of answers: they are found when the page asks for them, checked by brim-verify if it is there, and sent
// as files.

// An answered is what a certificate is found for.
type answered struct {
	model    *check.Model // that was asked
	question *check.Question
	answer   *check.Answer
	formula  string // as it was typed
}

// certificate has the proof of an answer looked for, and checked.
func (s *Server) certificate(_ context.Context, m *model, r CertificateRequest) (Job, error) {
	j, err := s.jobs.find(r.Job)
	if err != nil {
		return Job{}, err
	}
	_, told := j.look()
	a, ok := told.Result.(*Answer)
	if !ok || a == nil || j.model.info.ID != m.info.ID {
		return Job{}, fmt.Errorf("job %q has no answer of this model", r.Job)
	}
	work := func(ctx context.Context, l check.Limits, report func(check.Progress)) (any, error) {
		return s.prove(ctx, j.model, a, l, report)
	}
	return s.jobs.start(j.model, "certificate", 0, work), nil
}

// prove finds the certificate of an answer and has it checked. The error is a defect.
func (s *Server) prove(
	ctx context.Context, m *model, a *Answer, l check.Limits, report func(check.Progress),
) (*Certificate, error) {
	name := strings.TrimSuffix(filepath.Base(m.info.Name), ".gz")
	out := &Certificate{File: strings.TrimSuffix(name, filepath.Ext(name)) + ".cert.gz"}
	digest, err := s.digest(ctx, m)
	switch {
	case m.whole.Coloured != nil:
		err = errors.New("coloured nets have no certificates")
	case a.proven.answer == nil:
		err = errors.New("the answer is not known")
	}
	if err != nil {
		out.Reason = err.Error()
		return out, nil
	}
	report(check.Progress{Phase: "looking for a proof"})
	own, cancel := ctx, func() {}
	if l.Time > 0 {
		own, cancel = context.WithDeadline(ctx, l.Start.Add(l.Time))
	}
	defer cancel()
	c := check.NewCertifier(a.proven.model, digest, check.Options{Limits: l})
	defer c.Close()
	proof, err := c.Certify(own, a.proven.question, a.proven.answer)
	if err != nil {
		out.Reason = err.Error()
		return out, nil
	}
	var b bytes.Buffer
	if _, err := proof.WriteFor(&b, out.File); err != nil {
		return nil, err
	}
	out.text, out.Bytes, out.Evidence = b.Bytes(), b.Len(), proof.Kinds()
	arguments := commandLine(nil, m.info.Name, a.proven.formula, out.File)
	out.Command = "brim-verify" + strings.TrimPrefix(arguments, "brim")
	report(check.Progress{Phase: "checking the proof"})
	return out, s.verify(ctx, m, a, out)
}

// digest returns the SHA-256 of the model. The error says why it has none.
func (s *Server) digest(ctx context.Context, m *model) (string, error) {
	if m.digest != "" {
		return m.digest, nil
	}
	if s.options.Digest == nil {
		return "", errors.New("the model has no file")
	}
	if now := m.file; now.note() {
		return "", errors.New("the file has changed since the question was asked; ask again")
	}
	return s.options.Digest(ctx, m.info.Name)
}

// verify runs brim-verify, another program, on a certificate, and notes what it says. The error is one of the file.
func (s *Server) verify(ctx context.Context, m *model, a *Answer, out *Certificate) error {
	switch {
	case s.options.Verifier == "":
		out.Unchecked = "brim-verify is neither next to brim nor in the path"
		return nil
	case m.file.path == "":
		out.Unchecked = "brim-verify reads the model from a file, and the page sent this one"
		return nil
	}
	folder, err := os.MkdirTemp("", "brim-certificate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, out.File)
	if err := os.WriteFile(file, out.text, 0o600); err != nil {
		return err
	}
	said, err := exec.CommandContext(ctx, s.options.Verifier, "--", m.file.path, a.proven.formula, file).Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() < 0) {
		out.Unchecked = "brim-verify did not come to an end: " + err.Error()
		return nil
	}
	out.Said = strings.TrimSpace(strings.ReplaceAll(string(said), file, out.File))
	right, _, _ := strings.Cut(strings.TrimPrefix(out.Said, "verified: "), " ") // "on infinite paths" may follow
	out.Verified = err == nil && strings.HasPrefix(out.Said, "verified: ") && right == a.Result
	return nil
}

// sendCertificate sends the certificate that a job found as a file.
func (s *Server) sendCertificate(w http.ResponseWriter, r *http.Request) {
	j, err := s.jobs.find(r.PathValue("job"))
	if err != nil {
		refuse(w, http.StatusNotFound, err)
		return
	}
	_, told := j.look()
	c, ok := told.Result.(*Certificate)
	if !ok || c == nil || c.text == nil {
		refuse(w, http.StatusNotFound, fmt.Errorf("job %s has no certificate", told.ID))
		return
	}
	w.Header().Set("Content-Type", "application/gzip")
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": c.File}))
	_, _ = w.Write(c.text) // who asked may be gone
}
