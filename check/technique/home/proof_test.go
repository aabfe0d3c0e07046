package home

import (
	"context"
	"testing"
	"time"

	"brim/check/board"
	"brim/check/model"
	"brim/internal/testkit/randnet"
)

// A hurried looks for a proof in slices that end at once, and reports whether it believes that there is one.
type hurried struct {
	Technique
	proved *bool
}

func (h hurried) Run(_ context.Context, t *board.Turn) error {
	r := &run{Turn: t, techniques: func(*model.Model) []board.Technique { return nil }, start: time.Now()}
	search := &homes{run: r}
	if err := search.begin(t.Context(t.Open()[0])); err != nil {
		return err
	}
	p := search.proof
	var err error
	if p.descent, err = p.search.Find(t.Context(t.Open()[0])); err != nil || p.descent == nil {
		return err
	}
	late, cancel := context.WithDeadline(context.Background(), time.Now())
	defer cancel()
	for range 3 {
		if _, proved, err := p.refute(late); err != nil || proved {
			*h.proved = proved
			return err
		}
	}
	return nil
}

// Without time there is no proof.
func TestNoTimeNoProof(t *testing.T) {
	net, err := randnet.ParseText("net",
		"p p 1\np q 0\np r 1\nt t pre: p 1 post: q 1\nt u pre: q 1 post: p 1\nt v pre: r 1 post: r 1\n")
	if err != nil {
		t.Fatal(err)
	}
	m := model.OfNet(net)
	q, err := m.Ask("AG EF p = 1", model.Maximal)
	if err != nil {
		t.Fatal(err)
	}
	proved := false
	o := board.Options{Techniques: []board.Technique{hurried{proved: &proved}}}
	if _, err := board.Decide(t.Context(), m, []*model.Question{q}, o); err != nil {
		t.Fatal(err)
	}
	if proved {
		t.Error("a proof that took no time")
	}
}
