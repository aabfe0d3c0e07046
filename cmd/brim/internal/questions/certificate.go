package questions

import (
	"context"
	"io"
	"strings"

	"brim/check"
	"brim/cmd/brim/internal/models"
)

const certificateHelp = `--certificate FILE writes a proof of the answer that brim-verify checks, a small program that shares no code
with brim: brim-verify MODEL QUESTION FILE. The file is compressed if its name ends in .gz. The table then has
a line with its size, or with the reason why there is none.

The proof is looked for when the answer is known, within what is left of --limit-time; each way to find one has
an eighth of this limit, and without a limit a minute. It is made of runs that show what holds in some marking,
of sums of the state equation for what holds in all, of all markings if they are few, and of sets of markings as
decision diagrams. All of it is about the whole net, also where the answer was found on a smaller one.
docs/certificates.md has the format.

A certificate names the file of the model by its SHA-256, so a net of a family has none: save what brim gen
writes, and ask about the file. That of a coloured net is about its whole unfolding. Circuits, systems and the
μ-calculus have none either.

With --engine ic3 a FILE that ends in .cnf gets the invariant in the DIMACS format in place of a proof.`

// clauses reports whether --certificate asks for the clauses of an invariant, not for a proof.
func (c *checkCommand) clauses() bool { return strings.HasSuffix(c.certificate, ".cnf") }

// certify writes the proof of an answer to the file of --certificate, if that is asked for. The error is one of the
// file.
func (c *checkCommand) certify(
	ctx context.Context, model string, m *check.Model, q *check.Question, a *check.Answer,
) (*models.CertificateReport, error) {
	if c.certificate == "" || c.clauses() {
		return nil, nil
	}
	digest, err := models.Digest(ctx, model)
	if err != nil {
		return models.WithoutCertificate(err), nil
	}
	certifier := check.NewCertifier(m, digest, check.Options{Limits: c.all()})
	defer certifier.Close()
	return models.Certify(ctx, c.App, &c.Limits, certifier, q, a, c.certificate)
}

// saveInvariant writes the invariant to the file of --certificate, if that is asked for.
func (c *checkCommand) saveInvariant(ctx context.Context, r *checkReport) error {
	x := r.answers[0].Invariant
	if !c.clauses() || x == nil {
		return nil
	}
	return c.Save(ctx, c.Deadline(), c.certificate, func(w io.Writer) error { return x.WriteDIMACS(w, r.Model, r.model.Bit) })
}
