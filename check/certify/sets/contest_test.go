package sets_test

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"brim/check/certify/sets"
	"brim/ctl/syntax"
	"brim/petri/pnml"
)

var (
	contestNets = flag.String("nets", "", "files of the nets of TestContest, as a pattern of filepath.Glob")
	contestTime = flag.Duration("each", 10*time.Second, "time for each proof of TestContest")
	contestOut  = flag.String("out", "", "folder for the proofs of TestContest; nothing is written without it")
)

// Measures the time and the size of the evidence for the formulas of the Model Checking Contest:
//
//	go test ./check/certify/sets -run Contest -v -nets '…/*/model.pnml'
func TestContest(t *testing.T) {
	files, err := filepath.Glob(*contestNets)
	if err != nil || len(files) == 0 {
		t.Skip("no nets")
	}
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
				t.Skip(err)
			}
			defer x.Close()
			t.Logf("explored in %v", time.Since(start).Round(time.Millisecond))
			report := func(what, name string, e *sets.Evidence, start time.Time, done bool, err error) {
				took := time.Since(start).Round(time.Millisecond)
				var text bytes.Buffer
				start = time.Now()
				n := int64(0)
				if done && err == nil {
					n, err = e.WriteTo(&text)
				}
				if err != nil {
					t.Logf("%v after %v: %s: %v", what, took, name, err)
					return
				}
				if *contestOut != "" && done {
					_ = os.WriteFile(filepath.Join(*contestOut, filepath.Base(dir)+"-"+name), text.Bytes(), 0o600)
				}
				t.Logf("%s in %v, written in %v: %d bytes: %s: %v", what, took, time.Since(start).Round(time.Millisecond), n, name, e)
			}
			e := x.Evidence(syntax.Maximal)
			start = time.Now()
			err = e.Count(limited())
			report("counted", "STATES", e, start, true, err)
			for _, name := range []string{"CTLCardinality", "CTLFireability"} {
				list, err := syntax.NewPool().ReadPropertyFile(t.Context(), filepath.Join(dir, name+".xml"), names(net), syntax.AsWritten)
				if err != nil {
					t.Log(err)
				}
				for _, p := range list {
					if p.Formula == nil {
						continue
					}
					start = time.Now()
					e := x.Evidence(syntax.Maximal)
					done, err := e.Prove(limited(), p.Formula)
					if err == nil && !done {
						done, err = e.Prove(limited(), p.Formula.Pool().Not(p.Formula))
					}
					report("proven", p.ID, e, start, done, err)
				}
			}
		})
	}
}
