package questions

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"brim/check"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"

	"github.com/spf13/cobra"
)

const certificateHelp = `--certificate FILE writes a proof of the answer that brim-verify checks, a small program that shares no code
with brim: brim-verify MODEL QUESTION FILE. The file is compressed if its name ends in .gz. The table then has
a line with its size, or with the reason why there is none.

The proof is looked for when the answer is known, within what is left of --limit-time; each way to find one has
an eighth of this limit, and without a limit a minute. It is made of runs that show what holds in some marking,
of sums of the state equation for what holds in all, of all markings if they are few, and of sets of markings as
decision diagrams. All of it is about the whole net, also where the answer was found on a smaller one.
docs/certificates.md has the format.

A certificate names a file of PNML by its SHA-256. That is the file of the model if brim-verify reads it: plain PNML,
with capacities and inhibitor arcs. Of a net of a family, of one on standard input and of files in other formats or
dialects brim writes FILE.pnml next to FILE, the net as it has read it: a capacity is written as inhibitor arcs,
nodes are called as in formulas. That this is the net that you mean is for you to see; all else is checked. The
certificate of a coloured net is about its whole unfolding. Of a net with time, reset arcs or priorities that arcs
cannot express it is about a net without these, which reaches more markings, and a formula that holds in all of
them; the table names it. Other answers about such nets, other systems and the μ-calculus have none.

With --engine ic3 a FILE that ends in .cnf gets the invariant in the DIMACS format in place of a proof.

Of a circuit FILE ends in .aag or .aig: it is a witness circuit, which certifaiger checks, a program of others:
check circuit.aag FILE. Its only bad state is true where the clauses of an invariant do not hold, or a bad state of
the circuit is true. The invariant is the one that ic3 found, or one that it looks for when the answer is known, for
a minute if there is no --limit-time. It shows that no bad state of the circuit is true, so a FORMULA has to say
at least that. Circuits with justice properties have none, since certifaiger asks for all properties at once. What a
run shows is written by --trace-out FILE.aiw.`

// clauses reports whether --certificate asks for the clauses of an invariant, not for a proof.
func (c *checkCommand) clauses() bool { return strings.HasSuffix(c.certificate, ".cnf") }

// certificateForm returns what is wrong with the name of the certificate's file.
func (c *checkCommand) certificateForm(cmd *cobra.Command, model string) error {
	switch {
	case c.clauses() && c.engine.Value != ic3Name && c.use.Single() != ic3Name:
		return models.Misplaced(cmd, "certificate", c.engine.Value, ic3Name)
	case c.certificate == "" || c.clauses() || !check.IsCircuit(model):
		return nil
	}
	switch filepath.Ext(c.certificate) {
	case ".aag", ".aig":
		return nil
	}
	return cli.Misuse(cmd, fmt.Errorf("--certificate %s: the certificate of a circuit is a witness circuit; "+
		"expected a file that ends in .aag or .aig, or in .cnf with --engine ic3", c.certificate))
}

// certify writes the proof of an answer to the file of --certificate, if that is asked for. The error is one of the
// file.
func (c *checkCommand) certify(
	ctx context.Context, model string, m *check.Model, q *check.Question, a *check.Answer,
) (*models.CertificateReport, error) {
	if c.certificate == "" || c.clauses() {
		return nil, nil
	}
	if m.Circuit != nil {
		return c.certifyCircuit(ctx, m, q, a)
	}
	subject, err := models.NewSubject(ctx, model, m)
	if err != nil {
		return models.WithoutCertificate(err), nil
	}
	certifier := check.NewCertifier(m, subject.Digest, check.Options{Limits: c.all()})
	defer certifier.Close()
	return models.Certify(ctx, c.App, &c.Limits, subject, certifier, q, a, c.certificate)
}

// certifyCircuit is certify for a circuit.
func (c *checkCommand) certifyCircuit(
	ctx context.Context, m *check.Model, q *check.Question, a *check.Answer,
) (*models.CertificateReport, error) {
	own, cancel := c.Limits.Within(ctx)
	defer cancel()
	proof, err := check.CertifyCircuit(own, m, q, a, check.Options{Limits: c.Limits.Check()})
	if err != nil {
		return models.WithoutCertificate(err), nil
	}
	r := &models.CertificateReport{File: c.certificate, Evidence: []string{"invariant"}}
	err = c.Save(ctx, c.Deadline(), c.certificate, func(w io.Writer) error {
		r.Bytes, err = proof.Write(w, filepath.Ext(c.certificate) == ".aig")
		return err
	})
	return r, err
}

// saveInvariant writes the invariant to the file of --certificate, if that is asked for.
func (c *checkCommand) saveInvariant(ctx context.Context, r *checkReport) error {
	x := r.answers[0].Invariant
	if !c.clauses() || x == nil {
		return nil
	}
	return c.Save(ctx, c.Deadline(), c.certificate,
		func(w io.Writer) error { return x.WriteDIMACS(w, r.Model, r.model.Bit) })
}
