package serve

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var errand = filepath.Join("..", "..", "..", "examples", "errand.pnml")

// digestOfErrand is the SHA-256 of that file.
const digestOfErrand = "831c78662c9207106b9aa1a22578f5ae4f458d5f876cdeccd6415a596ba4d760"

// proving returns a client of a server with errand.pnml that knows its digest.
func proving(t *testing.T, verifier string) *client {
	t.Helper()
	c := listening(t, errand)
	c.options.Digest = func(context.Context, string) (string, error) { return digestOfErrand, nil }
	c.options.Verifier = verifier
	return c
}

// builtVerifier returns the path of a brim-verify that it builds.
func builtVerifier(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds a program")
	}
	path := filepath.Join(t.TempDir(), "brim-verify.exe")
	if out, err := exec.Command("go", "build", "-ldflags", "-s -w", "-o", path,
		"brim/cmd/brim-verify").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// proves asks a question about a model and then for the certificate of its answer.
func (c *client) proves(model int, formula string) (job string, found *Certificate) {
	c.Helper()
	var j Job
	if status := c.call(http.MethodPost, fmt.Sprintf("models/%d/ask", model), AskRequest{Formula: formula},
		&j); status != http.StatusOK {
		c.Fatalf("%s: status %d", formula, status)
	}
	c.done(j.ID, new(Answer))
	if status := c.call(http.MethodPost, fmt.Sprintf("models/%d/certificate", model), CertificateRequest{j.ID},
		&j); status != http.StatusOK {
		c.Fatalf("certificate of %s: status %d", formula, status)
	}
	found = new(Certificate)
	if j := c.done(j.ID, found); j.State != "done" {
		c.Fatalf("certificate of %s: %s, %s", formula, j.State, j.Problem)
	}
	return j.ID, found
}

// Certificates of what holds and of what fails are verified, and can be fetched.
func TestCertificate(t *testing.T) {
	c := proving(t, builtVerifier(t))
	for formula, want := range map[string]string{
		"AG EF home": "verified: holds", "AG AF home": "verified: fails", " A G F home": "verified: fails",
	} {
		job, x := c.proves(1, formula)
		if !x.Verified || x.Said != want || x.Reason != "" || x.Unchecked != "" || x.File != "errand.cert.gz" {
			t.Errorf("%s: got %+v", formula, x)
		}
		if want := "brim-verify " + errand + " '" + strings.TrimSpace(formula) + "' errand.cert.gz"; x.Command != want {
			t.Errorf("%s: the command is %q; expected %q", formula, x.Command, want)
		}
		a, err := http.Get(c.base + "jobs/" + job + "/certificate")
		if err != nil {
			t.Fatal(err)
		}
		a.Body.Close()
		if got := a.Header.Get("Content-Disposition"); got != "attachment; filename=errand.cert.gz" ||
			a.ContentLength != int64(x.Bytes) {
			t.Errorf("%s: got a file of %d bytes, %q; expected %d", formula, a.ContentLength, got, x.Bytes)
		}
	}
	c.options.Digest = func(context.Context, string) (string, error) { return strings.Repeat("0", 64), nil }
	if _, x := c.proves(1, "AG EF home"); x.Verified || !strings.Contains(x.Said, "rejected: ") {
		t.Errorf("of another file: got %+v", x)
	}
}

// Only what brim-verify says of this answer counts.
func TestCertificateNotVerified(t *testing.T) {
	script := filepath.Join(t.TempDir(), "verify")
	says := func(text string, status int) *Certificate {
		t.Helper()
		if err := os.WriteFile(script, fmt.Appendf(nil, "#!/bin/sh\necho '%s'\nexit %d\n", text, status),
			0o755); err != nil {
			t.Fatal(err)
		}
		_, x := proving(t, script).proves(1, "EF road")
		return x
	}
	if exec.Command("/bin/sh", "-c", "true").Run() == nil {
		for _, c := range []struct {
			text   string
			status int
			want   bool
		}{
			{"verified: holds", 0, true}, {"verified: holds on infinite paths", 0, true}, {"verified: fails", 0, false},
			{"verified: holds", 1, false}, {"rejected: holds", 0, false}, {"holds", 0, false},
			{"limit: time", 3, false},
		} {
			if x := says(c.text, c.status); x.Verified != c.want || x.Said != c.text {
				t.Errorf("%q with status %d: got %+v", c.text, c.status, x)
			}
		}
	}
	if _, x := proving(t, "").proves(1, "EF road"); x.Verified || x.Said != "" || x.Bytes == 0 ||
		!strings.Contains(x.Unchecked, "brim-verify is neither") {
		t.Errorf("without brim-verify: got %+v", x)
	}
	if _, x := proving(t, filepath.Join(t.TempDir(), "none")).proves(1, "EF road"); x.Verified || x.Unchecked == "" {
		t.Errorf("without the program: got %+v", x)
	}
}

// There is a reason where there is no certificate.
func TestNoCertificate(t *testing.T) {
	c := listening(t, "dphil:3", filepath.Join("..", "..", "..", "examples", "symposium.pnml"))
	for model, want := range map[int]string{1: "no file", 2: "coloured"} {
		if job, x := c.proves(model, "EF deadlock"); x.Bytes != 0 || !strings.Contains(x.Reason, want) {
			t.Errorf("model %d: got %+v", model, x)
		} else if status := c.call(http.MethodGet, "jobs/"+job+"/certificate", nil,
			new(Problem)); status != http.StatusNotFound {
			t.Errorf("model %d: the file has status %d", model, status)
		}
	}
	if status := c.call(http.MethodPost, "models/1/certificate", CertificateRequest{"99"},
		new(Problem)); status != http.StatusUnprocessableEntity {
		t.Errorf("of a job that is not there: status %d", status)
	}
}

// A net that the page sent has a certificate of what it sent, which brim-verify cannot check here.
func TestCertificateOfUpload(t *testing.T) {
	c := listening(t)
	c.options.Verifier = "never run"
	text, err := os.Open(errand)
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	if status, said := send(t, "POST", c.base+"models?name=mine.pnml", asFile, text); status != http.StatusOK {
		t.Fatalf("status %d: %s", status, said)
	}
	if m, err := c.models.find("1"); err != nil || m.digest != digestOfErrand {
		t.Fatalf("got the digest %q, %v", m.digest, err)
	}
	if _, x := c.proves(1, "AG EF home"); x.File != "mine.cert.gz" || x.Bytes == 0 || x.Verified || x.Unchecked == "" {
		t.Errorf("got %+v", x)
	}
}
