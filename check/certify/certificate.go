package certify

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"strings"

	"brim/check/model"
	"brim/ctl/syntax"
)

// This file writes certificates.

// A Certificate is a proof of an answer, in the format of docs/certificates.md.
type Certificate struct {
	digest   string
	paths    syntax.Paths
	answer   string
	about    *model.Question // see About
	kinds    []string        // of the evidence, see Kinds
	sections []func(*bufio.Writer) error
}

// Kinds names the evidence in the certificate: "part", "never", "clauses", "descent", "explore", "sets", "product",
// "lasso" or "pump"; none if the initial marking decides.
func (c *Certificate) Kinds() []string { return c.kinds }

// About returns the question that the certificate answers if that is not the one asked: for nets with time, reset arcs
// or priorities it is one about a net without these, which the model's Relaxed returns; the answer to it is that it
// holds, and shows the answer to the question that was asked. It is nil for other nets.
func (c *Certificate) About() *model.Question { return c.about }

// add adds a section.
func (c *Certificate) add(kind string, write func(*bufio.Writer) error) {
	c.kinds, c.sections = append(c.kinds, kind), append(c.sections, write)
}

// WriteTo writes the certificate as text.
func (c *Certificate) WriteTo(w io.Writer) (int64, error) {
	count := &counter{w: w}
	b := bufio.NewWriter(count)
	fmt.Fprintf(b, ".brim-certificate 2\n.model %s\n.deadlock %s\n.answer %s\n", c.digest, c.paths, c.answer)
	for _, write := range c.sections {
		if err := write(b); err != nil {
			return count.n, err
		}
	}
	b.WriteString(".end\n")
	err := b.Flush()
	return count.n, err
}

// WriteFor writes the certificate for a file of the given name, compressed by gzip if that ends in .gz, and returns the
// number of bytes.
func (c *Certificate) WriteFor(w io.Writer, name string) (int64, error) {
	if !strings.HasSuffix(name, ".gz") {
		return c.WriteTo(w)
	}
	count := &counter{w: w}
	z := gzip.NewWriter(count)
	if _, err := c.WriteTo(z); err != nil {
		return count.n, err
	}
	err := z.Close()
	return count.n, err
}

// A counter counts bytes.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}

// An Uncertified is the error for an answer without a certificate.
type Uncertified struct{ Reason string }

func (e *Uncertified) Error() string { return e.Reason }

// uncertified returns the error with a reason.
func uncertified(format string, args ...any) error { return &Uncertified{fmt.Sprintf(format, args...)} }
