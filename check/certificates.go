package check

import (
	"context"
	"errors"
	"time"

	"brim/check/certify"
	"brim/check/model"
	"brim/engine/ic3/certificate"
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
	if o.Techniques == nil && (m.Net != nil || m.Document == nil) { // else another net is asked, see Certificate.About
		o.Techniques = Techniques(m)
	}
	again := func(ctx context.Context, m *model.Model, q *model.Question) *model.Answer {
		a, err := Decide(ctx, m, q, o)
		if err != nil {
			return nil // a fault of the techniques, which says nothing of the answer
		}
		return a
	}
	return certify.New(m, certify.Options{Digest: digest, Decide: again, Memory: o.Room(2), Nodes: o.Nodes,
		Each: o.Time / 8, Unfolding: o.Unfolding()})
}

// CertifyCircuit returns the witness circuit of an answer about a circuit that shows that no bad state of its file is
// reached, and that certifaiger checks. It is made of the invariant of the answer or, where that has none, of one that
// ic3 looks for, within the time of the options, or a minute if that is not limited. The error says why there is none;
// the answer stays as it is.
func CertifyCircuit(ctx context.Context, m *Model, q *Question, a *Answer, o Options) (*WitnessCircuit, error) {
	switch err := (IC3{}).Takes(m, q); {
	case m.Circuit == nil:
		return nil, errors.New("only circuits have witness circuits")
	case !a.Known():
		return nil, errors.New("the answer is unknown")
	case q.LTL != nil:
		return nil, errors.New("a witness circuit is about states, not about infinite runs")
	case err != nil:
		return nil, err
	}
	x := a.Invariant
	if x == nil && a.Trace == nil {
		if o.Time == 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeoutCause(ctx, time.Minute,
				errors.New("ic3 found no invariant within a minute"))
			defer cancel()
		}
		o.Techniques, o.Without, o.All = []Technique{IC3{}}, nil, false
		b, err := Decide(ctx, m, q, o)
		switch {
		case err != nil:
			return nil, err
		case b.Wrong != nil:
			return nil, b.Wrong
		case !b.Known():
			return nil, errors.New("no invariant was found: " + b.Reason)
		}
		x = b.Invariant
	}
	if x == nil {
		return nil, errors.New("a run shows the answer, and no invariant")
	}
	return certificate.NewWitness(ctx, m.Circuit, x)
}
