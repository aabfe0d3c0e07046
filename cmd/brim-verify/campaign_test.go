package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"brim/check"
	"brim/check/certify"
	"brim/cmd/brim-verify/internal/formula"
	"brim/cmd/brim-verify/internal/net"
	"brim/cmd/brim-verify/internal/proof"
	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri/pnml"
)

// This file has brim answer random questions about random nets. An explicit search judges what the checker accepts:
//
//	go test ./cmd/brim-verify -run Campaign -answers 100000 -mutants 100000 -timeout 5h

var (
	answers = flag.Int("answers", 120, "how many certified answers TestCampaign wants, all of which are accepted")
	mutants = flag.Int("mutants", 1500, "how many changed certificates TestCampaign tries")
)

// TestCampaign tests that certificates of right answers are accepted, and that no changed certificate is accepted with
// a wrong answer.
func TestCampaign(t *testing.T) {
	c := &campaign{T: t, kinds: map[string]int{}, says: map[string]int{}}
	for seed := uint64(0); c.certified < *answers || c.tried < *mutants; seed++ {
		c.round(seed)
	}
	t.Logf("%d answers with certificates (%d without, %d that end at a limit), evidence %v; %d changed "+
		"certificates: %v",
		c.certified, c.without, c.limited, c.kinds, c.tried, c.says)
}

// A campaign counts what happened.
type campaign struct {
	*testing.T
	certified, without, limited, tried int
	kinds, says                        map[string]int
}

// An inquiry is a question about a net with the text that the checker reads, and a judge of its answers.
type inquiry struct {
	question *check.Question
	text     string
	truth    string // the right answer, as certificates write it
}

// round asks several questions about one net.
func (c *campaign) round(seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 32))
	drawn := randnet.Generate(rng, randnet.Config{States: 120, Safe: seed%3 == 0})
	var b bytes.Buffer
	if err := pnml.Write(&b, drawn); err != nil {
		c.Fatal(err)
	}
	m, err := check.Read(bytes.NewReader(b.Bytes()), "random.pnml")
	if err != nil {
		c.Fatal(err)
	}
	n := net.ReadPNML(b.Bytes())
	space, err := oracle.Explore(m.Net, 200)
	if err != nil {
		c.Fatal(err)
	}
	list := inquiries(rng, m, space)
	var questions []*check.Question
	for _, x := range list {
		questions = append(questions, x.question)
	}
	report, err := check.DecideAll(c.Context(), m, questions, check.Options{})
	if err != nil {
		c.Fatal(err)
	}
	hash := strings.Repeat("0", 64)
	o := certify.Options{Digest: hash, Each: 20 * time.Second}
	if seed%2 == 0 {
		o.Few, o.Explore = -1, -1 // runs, equations, sets and ranks
	}
	certifier := certify.New(m, o)
	defer certifier.Close()
	model := proof.Model{Net: n, Hash: hash}
	var texts []string
	for i, x := range list {
		a := report.Answers[i]
		if !a.Known() {
			continue
		}
		if a.Text() != x.truth {
			c.Fatalf("seed %d: brim says %s of %s; the judge %s", seed, a.Text(), x.text, x.truth)
		}
		found, err := certifier.Certify(c.Context(), x.question, a)
		if err != nil {
			c.without++
			continue
		}
		for _, kind := range found.Kinds() {
			c.kinds[kind]++
		}
		var text bytes.Buffer
		if _, err := found.WriteTo(&text); err != nil {
			c.Fatal(err)
		}
		answer, err := c.verify(model, x, text.String())
		if f := new(net.Failure); errors.As(err, &f) && f.Status == net.Limit {
			c.limited++ // sums with weights near 2^63, which the checker does not add up
			continue
		}
		if err != nil || !right(answer, x) {
			c.Fatalf("seed %d: %s: %q, %v; want %s\n%s\n%s", seed, x.text, answer, err, x.truth, randnet.Text(drawn),
				&text)
		}
		c.certified++
		texts = append(texts, text.String())
	}
	for range min(len(texts)*12, *mutants-c.tried) {
		x, text := list[rng.IntN(len(list))], changed(rng, texts[rng.IntN(len(texts))])
		answer, err := c.verify(model, x, text)
		c.tried++
		switch {
		case err != nil:
			says, _, _ := strings.Cut(err.Error(), ":")
			c.says[says]++
		case right(answer, x):
			c.says["accepted and right"]++
		default:
			c.Fatalf("seed %d: %s: accepted with the wrong answer %s\n%s\n%s", seed, x.text, answer,
				randnet.Text(drawn), text)
		}
	}
}

// right reports whether an answer of the checker is the right one.
func right(answer string, x inquiry) bool {
	word, path, _ := strings.Cut(answer, " ")
	return word == x.truth && (path != "" == (x.question.Paths == syntax.Infinite) || x.question.Kind != check.Truth)
}

// verify has the checker look at a certificate.
func (c *campaign) verify(model proof.Model, x inquiry, text string) (string, error) {
	q := formula.ReadQuestion(x.text, model.Net)
	ctx, stop := context.WithTimeout(c.Context(), 20*time.Second)
	defer stop()
	return proof.Verify(ctx, model, q, "certificate", strings.NewReader(text))
}

// inquiries draws questions, and has them judged.
func inquiries(rng *rand.Rand, m *check.Model, space *oracle.Space) (list []inquiry) {
	pool := syntax.NewPool()
	for i := range 8 {
		f := randformula.Generate(rng, m.Net, 1+i%4, pool)
		if i%4 == 3 {
			op := []syntax.Op{syntax.A, syntax.E}[rng.IntN(2)]
			f = pool.Make(op, randformula.Path(rng, m.Net, 1+rng.IntN(3), true, pool))
		}
		// One reading of paths for all: what is accepted does not say which one it is about but by its answer.
		q := &check.Question{Trace: rng.IntN(2) == 0}
		q.SetFormula(f)
		text := q.Format(func(_ syntax.Kind, r syntax.Ref) string { return strconv.Quote(r.Name) })
		truth := "fails"
		if space.Sat(f, q.Paths)[0] {
			truth = "holds"
		}
		list = append(list, inquiry{q, text, truth})
	}
	for _, x := range []struct {
		kind  check.Kind
		text  string
		truth int64
	}{
		{check.States, "STATES", int64(len(space.States))}, {check.Firings, "TRANSITIONS", int64(space.Firings)},
		{check.MostInPlace, "MAX_TOKEN_IN_PLACE", space.MaxInPlace},
		{check.MostInMarking, "MAX_TOKEN_PER_MARKING", space.MaxInMarking},
	} {
		list = append(list, inquiry{&check.Question{Kind: x.kind}, x.text, strconv.FormatInt(x.truth, 10)})
	}
	p := rng.IntN(len(m.Net.Places))
	sum := syntax.Tokens(syntax.Ref{Index: p, Name: m.Net.Places[p].Name})
	return append(list, inquiry{&check.Question{Kind: check.Bound, Sum: &sum},
		"bound " + strconv.Quote(m.Net.Places[p].Name), strconv.FormatInt(space.MaxTokens[p], 10)})
}

// changed returns a certificate with some changes: of the answer, numbers, words and lines.
func changed(rng *rand.Rand, text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if rng.IntN(3) > 0 {
		for i, line := range lines {
			if word, ok := strings.CutPrefix(line, ".answer "); ok {
				lines[i] = ".answer " + opposite(rng, word)
			}
		}
	}
	for range rng.IntN(4) {
		i := 1 + rng.IntN(len(lines)-1)
		words := strings.Fields(lines[i])
		switch rng.IntN(16) {
		case 0:
			lines = append(lines[:i:i], lines[i+1:]...)
		case 1:
			k := 1 + rng.IntN(len(lines)-1)
			lines[i], lines[k] = lines[k], lines[i]
		case 2:
			k := rng.IntN(len(words))
			words = append(words[:k:k], words[k+1:]...)
			lines[i] = strings.Join(words, " ")
		default:
			k := rng.IntN(len(words))
			words[k] = anotherNumber(rng, words[k])
			lines[i] = strings.Join(words, " ")
		}
		if len(lines) < 3 {
			break
		}
		if strings.TrimSpace(lines[min(i, len(lines)-1)]) == "" {
			lines[min(i, len(lines)-1)] = "# nothing"
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// opposite returns another answer.
func opposite(rng *rand.Rand, answer string) string {
	switch answer {
	case "holds":
		return "fails"
	case "fails":
		return "holds"
	}
	return anotherNumber(rng, answer)
}

// anotherNumber changes one of the numbers in a word a little.
func anotherNumber(rng *rand.Rand, word string) string {
	digits := func(r rune) bool { return r < '0' || r > '9' }
	numbers := strings.FieldsFunc(word, digits)
	if len(numbers) == 0 {
		return word
	}
	old := numbers[rng.IntN(len(numbers))]
	n, err := strconv.Atoi(old)
	if err != nil {
		return word
	}
	return strings.Replace(word, old, strconv.Itoa(max(0, n+rng.IntN(5)-2)), 1)
}
