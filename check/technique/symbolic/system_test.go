package symbolic_test

import (
	"context"
	"testing"

	"brim/check"
	"brim/internal/testkit/checktest"
)

// Others get the system while its states are searched for, and the search finds them all.
func TestSystemIsShared(t *testing.T) {
	m := checktest.Load(t, "fischer:8")
	inner, questions, err := m.Compile(t.Context(), []*check.Question{{Kind: check.States}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	turns := make(chan int)
	go func() {
		n := 0
		for {
			release, err := inner.System.Use(ctx)
			if err != nil {
				turns <- n
				return
			}
			release()
			n++
		}
	}()
	o := check.Options{Techniques: []check.Technique{check.Symbolic{}}}
	a, err := check.Decide(t.Context(), inner, questions[0], o)
	cancel()
	if n := <-turns; n == 0 {
		t.Error("no other technique had the system")
	}
	if err != nil || a.Number == nil || a.Number.Int64() != 7111136 { // as search state by state finds
		t.Errorf("%v states, %v; want 7111136", a.Number, err)
	}
}
