package board_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"brim/check"
	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri"
)

var (
	linearPairs = flag.Int("ltl", 240, "compare all techniques with the oracle on so many random nets and "+
		"questions of LTL")
	linearSeed   = flag.Uint64("ltl-seed", 0, "the first seed of these nets")
	linearWithin = flag.Duration("ltl-time", 60*time.Millisecond, "how long they have for the questions of one net")
)

// linearNet returns a random net: one in ten has hardly anything, one in ten may be unbounded.
func linearNet(rng *rand.Rand, seed uint64) *petri.Net {
	if seed%10 == 0 {
		b := petri.NewBuilder("hardly anything")
		p, q := b.Place("p", rng.Int64N(2)), b.Place("q", rng.Int64N(2))
		for i := range rng.IntN(4) {
			t := b.Transition(fmt.Sprint("t", i))
			switch rng.IntN(5) {
			case 0: // always enabled, changes nothing
			case 1: // changes nothing
				b.In(t, p, 1)
				b.Out(t, p, 1)
			case 2:
				b.In(t, p, 1)
				b.Out(t, q, 1)
			case 3:
				b.In(t, q, 1)
				b.Out(t, p, 1)
			case 4: // an end
				b.In(t, q, 1)
			}
		}
		net, err := b.Net()
		if err != nil {
			panic(err)
		}
		return net
	}
	return randnet.Generate(rng, randnet.Config{
		States: 20 + int(seed%5)*40, Open: seed%2 == 0, Safe: seed%3 == 0, Arbitrary: seed%10 == 1,
		NoInhibitors: seed%4 == 0,
	})
}

// linearPath returns a random path formula: one in eight is so plain that rewriting may leave nothing of it.
func linearPath(rng *rand.Rand, net *petri.Net, pool *syntax.Pool) *syntax.Formula {
	if rng.IntN(8) > 0 {
		return randformula.Path(rng, net, rng.IntN(7), rng.IntN(2) == 0, pool)
	}
	f := []*syntax.Formula{pool.Bool(true), pool.Bool(false), pool.Deadlock(),
		randformula.Path(rng, net, 0, false, pool)}[rng.IntN(4)]
	for range rng.IntN(4) {
		switch op := syntax.X + syntax.Op(rng.IntN(7)); op {
		case syntax.X, syntax.F, syntax.G:
			f = pool.Make(op, f)
		case syntax.U, syntax.R, syntax.W:
			f = pool.Make(op, randformula.Path(rng, net, 0, false, pool), f)
		default:
			f = pool.Not(f)
		}
	}
	return f
}

// A linearRun is one net with questions of LTL, and what the oracle says of them: of a net with many markings only what
// runs show that stay near the initial one.
type linearRun struct {
	seed      uint64
	net       *petri.Net
	questions []*model.Question
	want      []model.Result
	dead      bool
}

// newLinearRun draws a net, and so many path formulas, each for a question in both readings of dead markings.
func newLinearRun(seed uint64, formulas int) *linearRun {
	rng := rand.New(rand.NewPCG(seed, 18))
	x := &linearRun{seed: seed, net: linearNet(rng, seed)}
	s, err := oracle.Explore(x.net, 250)
	for range 10 {
		if seed%3 > 0 || err == nil && len(s.Dead) > 0 {
			break // one in three shall have dead markings
		}
		x.net = linearNet(rng, seed)
		s, err = oracle.Explore(x.net, 250)
	}
	if err != nil {
		s, err = oracle.ExploreTo(x.net, 4, 1000)
		for depth := 3; err != nil; depth-- {
			s, err = oracle.ExploreTo(x.net, depth, 1000)
		}
	}
	x.dead = len(s.Dead) > 0
	for i := range formulas {
		pool := syntax.NewPool()
		f := pool.Make(syntax.A+syntax.Op(rng.IntN(2)), linearPath(rng, x.net, pool))
		for _, paths := range []model.Paths{model.Maximal, model.Infinite} {
			q := &model.Question{ID: fmt.Sprintf("%d, %v paths", i, paths), LTL: f, Paths: paths,
				Trace: rng.IntN(2) == 0}
			x.questions = append(x.questions, q)
			x.want = append(x.want, judged(s, f, paths))
		}
	}
	return x
}

// judged returns what the oracle says of a question.
func judged(s *oracle.Space, question *syntax.Formula, paths model.Paths) model.Result {
	if s.Complete {
		return engine.Decided(s.Sat(question, paths)[0])
	}
	some, not := s.Inside(question.Args[0], paths)
	if question.Op == syntax.E {
		return engine.Between(some, true)
	}
	return engine.Between(false, !not)
}

// A spy tells which questions a technique decided by itself, also where it was not the first.
type spy struct {
	board.Technique
	decided func(technique string, q *model.Question) // is called by one goroutine at a time
	*pace                                             // nil for none
}

// A pace ends a run some time after the techniques have ended that always end.
type pace struct {
	cancel  context.CancelFunc
	began   time.Time
	working atomic.Int32 // how many of those do not have ended
}

// slow are the techniques that begin late beside others, or may go on as long as they find nothing.
var slow = []string{"walk", "bmc", "ic3", "reduced", "equation", "product", "lasso"}

// Traits are those of the technique; it takes what the technique takes of LTL.
func (s spy) Traits() board.Traits {
	traits := board.TraitsOf(s.Technique)
	traits.Linear = true
	return traits
}

func (s spy) Run(ctx context.Context, t *board.Turn) error {
	err := s.Technique.Run(ctx, t)
	s.tell(t)
	if s.pace != nil && !slices.Contains(slow, s.Name()) && s.working.Add(-1) == 0 {
		time.AfterFunc(10*time.Millisecond+time.Since(s.began), s.cancel)
	}
	return err
}

// tell tells which questions that were asked have an answer by the technique: their own, or one of CTL that tells it.
func (s spy) tell(t *board.Turn) {
	for _, q := range board.AnsweredBy(t) {
		s.decided(s.Name(), q)
	}
}

// spies returns techniques that tell what they decide, without the time that they let others have first.
func spies(list []board.Technique, p *pace, decided func(string, *model.Question)) (spies []board.Technique) {
	for _, technique := range list {
		s := spy{technique, decided, p}
		if p != nil && !slices.Contains(slow, s.Name()) {
			p.working.Add(1)
		}
		spies = append(spies, s)
	}
	return spies
}

// decideAll is DecideAll by techniques without the time that they let others have first. It counts in decided how many
// questions each has answered by itself.
func decideAll(
	ctx context.Context, m *model.Model, questions []*model.Question, list []board.Technique, all bool,
	decided map[string]int,
) (*board.Report, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p := &pace{cancel: cancel, began: time.Now()}
	list = spies(list, p, func(technique string, _ *model.Question) { decided[technique]++ })
	limits := limit.Limits{Time: *linearWithin, Memory: 4 << 30}
	return check.DecideAll(ctx, m, questions, board.Options{Techniques: list, All: all, Limits: limits})
}

// stacked returns an error, that of a panic with the calls that led there.
func stacked(err error) error {
	var fault *board.Fault
	if errors.As(err, &fault) && fault.Stack != nil {
		return fmt.Errorf("%w\n%s", err, fault.Stack)
	}
	return err
}

// look compares the answers with what the oracle says.
func (x *linearRun) look(answers []*model.Answer, err error) error {
	err = stacked(err)
	for i, a := range answers {
		q := x.questions[i]
		switch {
		case a.Wrong != nil:
			err = errors.Join(err, fmt.Errorf("%v, %v paths: %w", q, q.Paths, a.Wrong))
		case a.Known() && x.want[i] != model.Unknown && a.Result != x.want[i]:
			err = errors.Join(err, fmt.Errorf("%v, %v paths: %v, by %s; the oracle: %v", q, q.Paths, a.Result, a.By,
				x.want[i]))
		case a.Witness != nil:
			r := oracle.Run{Start: a.Witness.Start, Steps: a.Witness.Steps, Loop: a.Witness.Loop}
			if f := a.Witness.Formula; f.Op == syntax.E && !r.Shows(x.net, f.Args[0], q.Paths) {
				err = errors.Join(err, fmt.Errorf("%v, %v paths, by %s: the run %v to %d does not show %v", q, q.Paths,
					a.By, r.Steps, r.Loop, f))
			}
		}
	}
	if err == nil {
		return nil
	}
	return fmt.Errorf("seed %d: %w\n%s", x.seed, err, randnet.Text(x.net))
}

// linearTechniques returns the techniques that work on questions of LTL about a model without colours.
func linearTechniques(m *model.Model) []board.Technique {
	return slices.DeleteFunc(check.Techniques(m), func(technique board.Technique) bool {
		traits := board.TraitsOf(technique)
		return !traits.Linear || traits.Folded || technique.Name() == check.Colours{}.Name()
	})
}

// An answer to a question of LTL is that of the oracle's full tableau, which knows no automaton, and its run satisfies
// the question by the definition: random nets and questions, both readings of dead markings, all techniques together,
// where each has to answer by itself, and each alone. A large run is -ltl 100000.
func TestLTLAgrees(t *testing.T) {
	techniques := linearTechniques(&model.Model{Net: new(petri.Net)})
	if len(techniques) == 0 {
		t.Fatal("no technique decides questions of LTL")
	}
	const formulas = 8
	asked, known, dead, together, alone := 0, 0, 0, map[string]int{}, map[string]int{}
	began := time.Now()
	for i := range uint64(*linearPairs / formulas) {
		x := newLinearRun(*linearSeed+i, formulas)
		m := model.OfNet(x.net)
		r, err := decideAll(t.Context(), m, x.questions, techniques, true, together)
		if err := x.look(r.Answers, err); err != nil {
			t.Error("all together: ", err)
		}
		for _, a := range r.Answers {
			if asked++; a.Known() {
				known++
			}
		}
		if x.dead {
			dead++
		}
		for k, one := range techniques {
			// Those that begin late beside others have more turns.
			if k != int(i)%len(techniques) && one.Name() != slow[int(i)%len(slow)] {
				continue
			}
			r, err = decideAll(t.Context(), m, x.questions, []board.Technique{one}, false, alone)
			if err := x.look(r.Answers, err); err != nil {
				t.Errorf("%s alone: %v", one.Name(), err)
			}
		}
		if i%500 == 499 {
			t.Logf("%d nets, %v", i+1, time.Since(began).Round(time.Second))
		}
	}
	t.Logf("%d questions about %d nets, %d of them with dead markings; %d decided", asked, *linearPairs/formulas, dead,
		known)
	for _, name := range slices.Sorted(maps.Keys(together)) {
		t.Logf("%-12s %6d with the others, %6d alone", name, together[name], alone[name])
		if together[name]+alone[name] == 0 && *linearPairs >= 2000 { // a few can end with their time
			t.Errorf("%s decides nothing", name)
		}
	}
	if known < asked/2 {
		t.Errorf("%d of %d questions were decided; expected half of them", known, asked)
	}
}
