package sets_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"brim/check/certify/sets"
	"brim/ctl/syntax"
	"brim/petri/pnml"
)

var (
	contestNets = flag.String("nets", "", "files of the nets of TestContest, as a pattern of filepath.Glob")
	contestTime = flag.Duration("each", 10*time.Second, "time for each proof of TestContest")
	contestFew  = flag.Int("first", 16, "formulas of each file that TestContest takes")
)

// Measures the time and the size of the evidence for the formulas of the Model Checking Contest:
//
//	go test ./check/certify/sets -run Contest -v -nets '…/*/model.pnml'
func TestContest(t *testing.T) {
	files, err := filepath.Glob(*contestNets)
	if err != nil || len(files) == 0 {
		t.Skip("measures the nets that -nets names")
	}
	checker := build(t)
	for _, file := range files {
		dir := filepath.Dir(file)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			net, err := pnml.ReadFile(t.Context(), file)
			if err != nil {
				t.Fatal(err)
			}
			limited := func() context.Context {
				ctx, cancel := context.WithTimeout(t.Context(), *contestTime)
				t.Cleanup(cancel)
				return ctx
			}
			start := time.Now()
			x, err := sets.Explore(limited(), net, sets.Options{Memory: 4 << 30})
			if err != nil {
				t.Skipf("the state space of this net cannot be built within the time that -each gives: %v", err)
			}
			defer x.Close()
			t.Logf("explored in %v", time.Since(start).Round(time.Millisecond))
			report := func(question, name, answer string, e *sets.Evidence, start time.Time, err error) {
				took := time.Since(start).Round(time.Millisecond)
				if err != nil {
					t.Logf("%s: %v after %v", name, err, took)
					return
				}
				n, err := e.WriteTo(io.Discard)
				if err != nil {
					t.Fatal(err)
				}
				start = time.Now()
				out := verify(t, checker, file, question, answer, syntax.Maximal, e)
				checked := time.Since(start).Round(time.Millisecond)
				t.Logf("%s: %v, %d bytes, %v, %s in %v", name, took, n, e, strings.TrimSpace(out), checked)
				if strings.Contains(out, "rejected") || strings.Contains(out, "malformed") {
					t.Error(name)
				}
			}
			e := x.Evidence(syntax.Maximal)
			start = time.Now()
			err = e.Count(limited())
			report("STATES", "STATES", fmt.Sprint(e.Markings), e, start, err)
			for _, name := range []string{"CTLCardinality", "CTLFireability"} {
				list, err := syntax.NewPool().ReadPropertyFile(t.Context(), filepath.Join(dir, name+".xml"), names(net),
					syntax.AsWritten)
				if err != nil {
					t.Log(err)
				}
				for _, p := range list[:min(len(list), *contestFew)] {
					if p.Formula == nil {
						continue
					}
					start, answer := time.Now(), "holds"
					e := x.Evidence(syntax.Maximal)
					ctx := limited()
					ok, err := e.Prove(ctx, p.Formula)
					if err == nil && !ok {
						answer = "fails"
						_, err = e.Prove(ctx, p.Formula.Pool().Not(p.Formula))
					}
					report(filepath.Join(dir, name+".xml:"+p.ID), p.ID, answer, e, start, err)
				}
			}
		})
	}
}
