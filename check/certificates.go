package check

import (
	"context"

	"brim/check/certify"
	"brim/check/model"
)

// NewCertifier returns what finds certificates for answers about the model, in the format of docs/certificates.md, and
// that brim-verify checks. digest is the SHA-256 of the file of the model, uncompressed, in hexadecimal digits. Memory
// and Nodes of the options limit the search for a proof. Contexts limit its time, of which each way to find a proof
// gets at most an eighth of the Time of the options, or a minute if that is not limited. Close it.
//
//	c := check.NewCertifier(m, digest, check.Options{})
//	defer c.Close()
//	proof, err := c.Certify(ctx, q, a)
func NewCertifier(m *Model, digest string, o Options) *Certifier {
	o.All, o.Count, o.Answered, o.Progress = false, false, nil, nil
	if o.Techniques == nil {
		o.Techniques = Techniques(m)
	}
	again := func(ctx context.Context, m *model.Model, q *model.Question) *model.Answer {
		a, err := Decide(ctx, m, q, o)
		if err != nil {
			return nil // a fault of the techniques, which says nothing of the answer
		}
		return a
	}
	return certify.New(m, certify.Options{Digest: digest, Decide: again, Memory: o.Room(2), Nodes: o.Nodes, Each: o.Time / 8, Unfolding: o.Unfolding()})
}
