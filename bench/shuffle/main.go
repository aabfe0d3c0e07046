// Shuffle writes nets of the Model Checking Contest as a stranger would have written them: hashes in place of all
// names, and places, transitions and arcs in random sequences. What is tuned to names or sequences does worse there.
//
//	shuffle SEED FROM TO
//
// FROM is a folder with model.pnml, or a folder of such folders; TO gets the same folders. The properties of the
// examinations of reachability, bounds and CTL are written with the new names. An oracle.csv, the known answers, is
// copied, since properties keep their ids.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"

	"brim/ctl/syntax"
	"brim/internal/input"
	"brim/internal/output"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/pnml"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "shuffle:", err)
		os.Exit(2)
	}
}

const (
	modelFile  = "model.pnml"
	oracleFile = "oracle.csv"
)

// run writes all folders.
func run(ctx context.Context, args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("found %q; expected SEED FROM TO", args)
	}
	seed, err := strconv.ParseUint(args[0], 10, 64)
	if err != nil {
		return fmt.Errorf("the seed is %q; expected a number", args[0])
	}
	from, to := args[1], args[2]
	if _, err := os.Stat(filepath.Join(from, modelFile)); err == nil {
		return instance(ctx, seed, from, to)
	}
	models, err := filepath.Glob(filepath.Join(from, "*", modelFile))
	if err != nil || models == nil {
		return fmt.Errorf("%s has no %s, and no folder in it has", from, modelFile)
	}
	for _, file := range models {
		dir := filepath.Dir(file)
		if err := instance(ctx, seed, dir, filepath.Join(to, filepath.Base(dir))); err != nil {
			return err
		}
	}
	return nil
}

// instance writes the shuffled copy of one folder: the net under new names with its arcs in a random sequence, the
// property files that exist, and the known answers.
func instance(ctx context.Context, seed uint64, from, to string) error {
	net, err := pnml.ReadFile(ctx, filepath.Join(from, modelFile))
	if err != nil {
		return err
	}
	s := &shuffler{net: net, rng: rand.New(rand.NewPCG(seed, 2))}
	other, hash, err := randnet.Disguise(net, seed)
	if err != nil {
		return err
	}
	s.hash = hash
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	if err := output.Write(ctx, filepath.Join(to, modelFile),
		func(w io.Writer) error { return s.model(w, other) }); err != nil {
		return err
	}
	for _, examination := range []string{"UpperBounds", "ReachabilityCardinality", "ReachabilityFireability",
		"CTLCardinality", "CTLFireability"} {
		file := examination + ".xml"
		if err := s.properties(ctx, filepath.Join(from, file), filepath.Join(to, file)); err != nil &&
			!errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	oracle, err := input.ReadFile(ctx, filepath.Join(from, oracleFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return output.Write(ctx, filepath.Join(to, oracleFile), func(w io.Writer) error {
		_, err := w.Write(oracle)
		return err
	})
}

// A shuffler knows how what belongs to a net is to be written.
type shuffler struct {
	net  *petri.Net // the original
	hash func(string) string
	rng  *rand.Rand
}

// model writes a net with its arcs, which have a line each, in a random sequence.
func (s *shuffler) model(w io.Writer, net *petri.Net) error {
	var text bytes.Buffer
	if err := pnml.Write(&text, net); err != nil {
		return err
	}
	lines := bytes.SplitAfter(text.Bytes(), []byte("\n"))
	var arcs []int
	for i, line := range lines {
		if bytes.HasPrefix(bytes.TrimSpace(line), []byte("<arc ")) {
			arcs = append(arcs, i)
		}
	}
	s.rng.Shuffle(len(arcs), func(i, j int) { lines[arcs[i]], lines[arcs[j]] = lines[arcs[j]], lines[arcs[i]] })
	_, err := w.Write(bytes.Join(lines, nil))
	return err
}

// properties copies a property file, with the new names in its formulas and bounds and without descriptions, which
// may name places.
func (s *shuffler) properties(ctx context.Context, from, to string) error {
	var places, transitions []string
	for i := range s.net.Places {
		places = append(places, s.net.Places[i].Name)
	}
	for i := range s.net.Transitions {
		transitions = append(transitions, s.net.Transitions[i].Name)
	}
	list, err := syntax.NewPool().ReadPropertyFile(ctx, from, syntax.NewLists(places, transitions, nil),
		syntax.AsWritten)
	if err != nil {
		return err
	}
	for i := range list {
		p := &list[i]
		p.Description = "" // it may name places
		switch {
		case p.Wrong != nil:
			return p.Wrong
		case p.Formula != nil:
			p.Formula = p.Formula.Map(s.atom)
		default:
			p.Bound = &syntax.Sum{Terms: s.terms(p.Bound.Terms), Const: p.Bound.Const}
		}
	}
	return output.Write(ctx, to, func(w io.Writer) error { return syntax.WriteProperties(w, list) })
}

// atom returns an atom with the new names.
func (s *shuffler) atom(pool *syntax.Pool, f *syntax.Formula) *syntax.Formula {
	switch f.Op {
	case syntax.Compare:
		g, err := pool.Compare(syntax.Sum{Terms: s.terms(f.Terms)}, f.Rel, syntax.Constant(f.Const))
		if err != nil {
			panic(err) // the numbers are those of f
		}
		return g
	case syntax.Enabled:
		refs := make([]syntax.Ref, len(f.Transitions))
		for i, t := range f.Transitions {
			refs[i] = syntax.Ref{Index: t.Index, Name: s.hash(t.Name)}
		}
		return pool.Enabled(refs...)
	}
	return pool.Copy(f)
}

// terms returns a sum with the new names.
func (s *shuffler) terms(list []syntax.Term) []syntax.Term {
	out := make([]syntax.Term, len(list))
	for i, t := range list {
		out[i] = syntax.Term{Place: syntax.Ref{Index: t.Place.Index, Name: s.hash(t.Place.Name)}, Weight: t.Weight}
	}
	return out
}
