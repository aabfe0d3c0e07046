// Package proof checks certificates: it reads them section by section, checks each obligation where it stands, and
// keeps what follows. In the end the formula that the answer claims has to hold in the initial marking.
package proof

import (
	"bufio"
	"context"
	"io"
	"math/big"
	"slices"

	"brim/cmd/brim-verify/internal/diagram"
	"brim/cmd/brim-verify/internal/formula"
	"brim/cmd/brim-verify/internal/net"
)

// A Model is a net with the SHA-256 of its file in hexadecimal digits.
type Model struct {
	Net  *net.Net
	Hash string
}

// A verifier is the state of one verification: what is read and what is known.
type verifier struct {
	*reader
	net                 *net.Net
	places, transitions map[string]int // of the unfolding, by name; -1 stands for several

	answer   string
	goal     *formula.Formula // what the answer claims; nil if it is a number of markings, or infinite
	infinite bool             // .deadlock: paths do not end in dead markings

	part *part
	// What is known: the sets of claims, by key of the formula; formulas that sections never show in all reachable
	// markings, by key; formulas of LTL that hold in the initial marking, by key.
	store  *diagram.Store
	claims []claim
	proven map[string][]diagram.Set
	met    map[string]bool // obligations of claims
	never  map[string]bool
	runs   map[string]bool

	markings, firings *big.Int // of the section space
	gain              []int64  // of the section pump, by place
}

// Verify reads a certificate, and returns the answer to the question about the model that it proves: holds, fails, a
// number or infinite; with the words "on infinite paths" if they are what it is about. Else the error is a *Failure.
// It ends soon after ctx. Memory is for the caller to watch.
func Verify(
	ctx context.Context, model Model, q *formula.Question, file string, in io.Reader,
) (answer string, err error) {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case *Failure:
			err = x
		case diagram.Limit:
			err = &Failure{Limit, string(x)}
		default:
			panic(x)
		}
	}()
	v := newVerifier(ctx, model, file, in)
	v.header(model, q)
	v.sections(q)
	if v.infinite {
		return v.answer + " on infinite paths", nil
	}
	return v.answer, nil
}

func newVerifier(ctx context.Context, model Model, file string, in io.Reader) *verifier {
	ticks := 0
	tick := func() {
		if ticks++; ticks%1024 == 0 && ctx.Err() != nil {
			panic(&Failure{Limit, "time"})
		}
	}
	n := model.Net
	v := &verifier{
		reader: &reader{file: file, lines: bufio.NewScanner(in), tick: tick}, net: n, part: newPart(n, tick),
		places: map[string]int{}, transitions: map[string]int{}, proven: map[string][]diagram.Set{},
		met: map[string]bool{}, never: map[string]bool{}, runs: map[string]bool{},
	}
	v.lines.Buffer(nil, mostLine)
	for p, name := range n.Places {
		unique(v.places, name, p)
	}
	for t := range n.Transitions {
		unique(v.transitions, n.Transitions[t].Name, t)
	}
	return v
}

// unique adds a name to a map.
func unique(m map[string]int, name string, index int) {
	if _, ok := m[name]; ok {
		index = -1
	}
	m[name] = index
}

// place reads the name of a place of the unfolding.
func (v *verifier) place() int { return v.named("place", v.places) }

// transition reads the name of a transition of the unfolding.
func (v *verifier) transition() int { return v.named("transition", v.transitions) }

func (v *verifier) named(what string, names map[string]int) int {
	rest := v.rest
	name := v.text("the name of a " + what)
	index, ok := names[name]
	if !ok || index < 0 {
		v.rest = rest
		v.expected("the name of one %s", what)
	}
	return index
}

// header reads the lines before the sections.
func (v *verifier) header(model Model, q *formula.Question) {
	line := func(name string) string {
		v.next()
		v.sign(name)
		word := v.word("a word")
		v.end()
		return word
	}
	if version := line(".brim-certificate "); version != "1" {
		v.expected(".brim-certificate 1, not %.20q", version)
	}
	if hash := line(".model "); hash != model.Hash {
		v.reject("the certificate is for another model file")
	}
	switch word := line(".deadlock "); word {
	case "maximal", "infinite":
		v.infinite = word == "infinite"
	default:
		v.expected("maximal or infinite, not %.20q", word)
	}
	v.answer = line(".answer ")
	goal, err := q.Goal(v.answer)
	v.must(err, "an answer to the question")
	v.goal = goal
	v.next()
}

// sections reads the sections from here on, and concludes. Each section reads the line after it, too.
func (v *verifier) sections(q *formula.Question) {
	for {
		switch section := v.word("a section"); section {
		case ".part":
			v.readPart()
		case ".never":
			v.readNever()
		case ".levels":
			v.readLevels()
		case ".sets":
			v.readNodes(false)
		case ".ranks":
			v.readNodes(true)
		case ".claims":
			v.readClaims()
		case ".space":
			v.readSpace()
		case ".lasso":
			v.readLasso()
		case ".product":
			v.readProduct()
		case ".pump":
			v.readPump()
		case ".end":
			v.end()
			v.conclude(q)
			return
		default:
			v.expected("a section or .end, not %.20q", section)
		}
	}
}

// conclude wants the answer to follow from what is known.
func (v *verifier) conclude(q *formula.Question) {
	if v.goal != nil {
		if !v.holds(v.goal) {
			v.reject("it is not seen to hold in the initial marking: %s", v.goal.String(v.net))
		}
		return
	}
	if v.answer == "infinite" {
		if !slices.ContainsFunc(q.Sums, v.unbounded) {
			v.reject("no section pump raises the sum of the question")
		}
		return
	}
	if v.markings == nil {
		v.part.finish()
		if slices.Contains(v.part.open, true) {
			v.reject("there is neither a section space nor a part with all markings")
		}
		firings := 0
		for _, steps := range v.part.steps {
			firings += len(steps)
		}
		v.markings, v.firings = big.NewInt(int64(len(v.part.markings))), big.NewInt(int64(firings))
	}
	number := v.markings
	if q.Kind == formula.Transitions {
		number = v.firings
	}
	if number.String() != v.answer {
		v.reject("the number is %v", number)
	}
}
