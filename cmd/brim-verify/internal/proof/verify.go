// Package proof checks certificates: it reads them section by section, checks each obligation where it stands, and
// keeps what follows. In the end the formula that the answer claims has to hold in the initial marking.
package proof

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"

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
	net *net.Net

	hash     string // of the model file
	question *formula.Question
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
	always map[string]bool
	runs   map[string]bool

	number    *big.Int // of the section space
	unbounded bool     // a section pump raises a sum of the question
}

// Verify reads a certificate, and returns the answer to the question about the model that it proves: holds, fails, a
// number or infinite; with the words "on infinite paths" if they are what it is about. Else the error is a
// *net.Failure, with the line.
// It ends soon after ctx. Memory is for the caller to watch.
func Verify(
	ctx context.Context, model Model, q *formula.Question, file string, in io.Reader,
) (answer string, err error) {
	v := newVerifier(ctx, model, q, file, in)
	defer func() {
		if f := new(net.Failure); errors.As(err, &f) && f.Status != net.Limit {
			f.Text = fmt.Sprintf("%s:%d: %.400s", file, v.reader.number, f.Text)
		}
	}()
	defer net.Catch(&err)
	v.header()
	v.sections()
	v.conclude()
	if v.infinite {
		return v.answer + " on infinite paths", nil
	}
	return v.answer, nil
}

func newVerifier(ctx context.Context, model Model, q *formula.Question, file string, in io.Reader) *verifier {
	ticks := 0
	tick := func() {
		if ticks++; ticks%1024 == 0 && ctx.Err() != nil {
			net.Fail(net.Limit, "time")
		}
	}
	v := &verifier{
		reader: &reader{file: file, lines: bufio.NewScanner(in), tick: tick},
		net:    model.Net, hash: model.Hash, question: q, part: newPart(model.Net, tick),
		proven: map[string][]diagram.Set{},
		met:    map[string]bool{}, always: map[string]bool{}, runs: map[string]bool{},
	}
	v.lines.Buffer(nil, mostLine)
	return v
}

// place reads the name of a place of the unfolding.
func (v *verifier) place() int { return v.named("place", v.net.PlaceNamed) }

// transition reads the name of a transition of the unfolding.
func (v *verifier) transition() int { return v.named("transition", v.net.TransitionNamed) }

func (v *verifier) named(what string, names map[string][]int) int {
	name := v.text("the name of a " + what)
	if len(names[name]) != 1 {
		v.expected("the name of a %s, not %.40q", what, name)
	}
	return names[name][0]
}

// formula reads a formula in quotes, and path what may stand behind E and A.
func (v *verifier) formula() *formula.Formula { return formula.Parse(v.text("a formula"), v.net) }
func (v *verifier) path() *formula.Formula    { return formula.ParsePath(v.text("a formula"), v.net) }

// state reads a formula without path operators.
func (v *verifier) state() *formula.Formula {
	f := v.formula()
	if f.Temporal() {
		v.reject("%s has path operators", v.said(f))
	}
	return f
}

// header reads the lines before the sections.
func (v *verifier) header() {
	line := func(name string) string {
		v.next()
		v.sign(name)
		word := v.word("a word")
		v.end()
		return word
	}
	if version := line(".brim-certificate "); version != "2" {
		v.expected(".brim-certificate 2, not %.20q", version)
	}
	if line(".model ") != v.hash {
		v.reject("the certificate is for another model file")
	}
	paths := line(".deadlock ")
	if v.infinite = paths == "infinite"; !v.infinite && paths != "maximal" {
		v.expected("maximal or infinite, not %.20q", paths)
	}
	v.answer = line(".answer ")
	v.goal = v.question.Goal(v.answer)
	v.next()
}

// sections reads all sections from here on. Each reads the line after it, too.
func (v *verifier) sections() {
	sections := map[string]func(){
		".part": v.readPart, ".never": v.readNever, ".lasso": v.readLasso, ".pump": v.readPump, ".levels": v.readLevels,
		".sets": v.readSets, ".claims": v.readClaims, ".space": v.readSpace,
		".product": v.readProduct, ".descent": v.readDescent,
	}
	for !v.accept(".end") {
		name := v.word("a section")
		read := sections[name]
		if read == nil || v.store == nil && strings.Contains(".sets .claims .space .product", name) {
			v.expected("a section or .end, with levels before sets, and not %.20q", name)
		}
		read()
	}
	v.end()
}

// conclude wants the answer to follow from what is known.
func (v *verifier) conclude() {
	switch {
	case v.goal != nil:
		if !v.evaluation(v.part, v.goal).holds(v.goal) {
			v.reject("it is not seen to hold in the initial marking: %s", v.said(v.goal))
		}
	case v.answer == "infinite":
		if !v.unbounded {
			v.reject("no section pump raises the sum of the question")
		}
	case v.number == nil:
		v.reject("the answer is a number, and there is no section space")
	case v.number.String() != v.answer:
		v.reject("the number is %v", v.number)
	}
}
