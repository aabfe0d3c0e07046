package ask

import (
	"context"
	"errors"
	"iter"
	"math"
	"slices"
	"time"

	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/ctl/syntax"
	"brim/internal/naming"
	"brim/petri"
	"brim/petri/extended"
	"brim/petri/structure"
	"brim/petri/structure/class"
)

// One run: the programs of several named questions, which advance together.

// A Decider is what decides questions, as check.DecideAll does.
type Decider func(context.Context, *model.Model, []*model.Question, board.Options) (*board.Report, error)

// How long questions may take that only add to a diagnosis when the verdict is known.
const (
	mostDetail  = 20 * time.Second // in all, if there is no limit of time
	leastGrace  = time.Second      // after the last verdict of a round; or as long as that took
	verdictPart = 4                // of the time that is left, one of so many parts is kept for the diagnosis
)

// Decide answers named questions about a net. decide decides the questions that arise, within the limits of the
// options. The error is a *board.Fault, an error in brim itself, or says that a question does not exist or has no
// meaning for the model.
func Decide(ctx context.Context, m *model.Model, questions []Question, o board.Options, decide Decider) ([]*Answer,
	error) {
	if err := o.Valid(); err != nil {
		return nil, err
	}
	if o.Start.IsZero() {
		o.Start = time.Now()
	}
	var list []Name
	for _, q := range questions {
		n, err := Find(q.Name)
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	if o.Time > 0 {
		own, cancel := context.WithDeadline(ctx, o.Start.Add(o.Time))
		defer cancel()
		ctx = own
	}
	m, err := unfolded(ctx, m, &o)
	if err != nil {
		return nil, err
	}
	s := &session{ctx: ctx, decide: decide, options: o, model: m, shown: m, variants: map[string]*model.Model{},
		facts:   map[*model.Model]*census{},
		bounded: map[*model.Model]structure.Verdict{}, graphs: map[*model.Model]*graph{},
		growths: map[*model.Model]*growth{},
		studies: map[*model.Model]*class.Study{},
		cores:   map[int64]*core{}}
	defer s.close()
	if m.Unfolding != nil { // so that all questions are about single bindings
		s.model = m.Variant(m.Net)
	}
	if err := s.extend(); err != nil {
		return nil, err
	}
	for i, q := range questions {
		s.begin(list[i], q)
	}
	for s.round() {
	}
	if s.fault != nil {
		return nil, s.fault
	}
	var answers []*Answer
	for _, p := range s.programs {
		answers = append(answers, p.answer)
	}
	return answers, nil
}

// unfolded returns the model with a net: a coloured one is unfolded, with a place for each colour.
func unfolded(ctx context.Context, m *model.Model, o *board.Options) (*model.Model, error) {
	if m.Net == nil && m.Outline() != nil {
		return m, nil
	}
	if m.Net == nil && m.Coloured == nil {
		return nil, errors.New(m.Name + " is no net; named questions are about Petri nets")
	}
	inner, _, err := m.Unfold(ctx, []*model.Question{{Kind: model.States}},
		model.UnfoldOptions{AllColours: true, Limits: o.Unfolding()})
	if err != nil {
		return nil, o.Because(ctx, err)
	}
	return inner, nil
}

// A session is one run.
type session struct {
	ctx      context.Context
	decide   Decider
	options  board.Options
	model    *model.Model             // that is asked about
	shown    *model.Model             // the same net, with colours if it is an unfolding
	variants map[string]*model.Model  // with other initial markings, by these
	facts    map[*model.Model]*census // of single transitions
	bounded  map[*model.Model]structure.Verdict
	graphs   map[*model.Model]*graph // nil for those that are too large
	cores    map[int64]*core         // of the workflow net, by the number of cases
	growths  map[*model.Model]*growth
	studies  map[*model.Model]*class.Study
	details  time.Duration  // spent on the diagnosis
	system   *extended.Rule // of systems made of nets with reset arcs or priorities; else nil
	arcs     *petri.Net     // the bare net, if a file has it or the model is no net; see flowing
	programs []*program
	fault    error
}

// A program is the work on one named question: a coroutine that asks and gets answers.
type program struct {
	next   func() (*request, bool)
	stop   func()
	asks   *request // what it waits for; nil when it has its answer
	answer *Answer
}

// A request is what a program asks for at the same time.
type request struct {
	model     *model.Model
	questions []*model.Question
	detail    bool                       // the verdict is known: this adds to the diagnosis
	enough    func([]*model.Answer) bool // whether these answers, of which some may be nil, give the verdict
	answers   []*model.Answer
}

// An asker is what the program of one question has at hand.
type asker struct {
	*session
	names naming.Names // of the model's net
	yield func(*request) bool
}

// begin starts a program, which runs until it asks for something.
func (s *session) begin(n Name, q Question) {
	p := new(program)
	start := time.Now()
	p.next, p.stop = iter.Pull(func(yield func(*request) bool) {
		a := n.about(&asker{s, naming.Names{Net: s.shown.Outline(), Unfolding: s.shown.Unfolding}, yield}, q)
		a.Name, a.Took, a.Warning = n.Name, time.Since(start), s.integerTime(n, a)
		if a.Model == nil {
			a.Model = s.shown
		}
		p.answer = a
	})
	s.programs = append(s.programs, p)
	p.asks, _ = p.next()
}

// close ends the coroutines.
func (s *session) close() {
	for _, p := range s.programs {
		p.stop()
	}
}

// round decides what the programs ask for, one model after the other, and lets them go on. It reports whether one
// waited for something.
func (s *session) round() bool {
	var models []*model.Model
	for _, p := range s.programs {
		if p.asks != nil && !slices.Contains(models, p.asks.model) {
			models = append(models, p.asks.model)
		}
	}
	for i, m := range models {
		var list []*request
		for _, p := range s.programs {
			if p.asks != nil && p.asks.model == m {
				list = append(list, p.asks)
			}
		}
		s.answer(m, list, len(models)-i)
	}
	for _, p := range s.programs {
		if p.asks != nil {
			p.asks, _ = p.next()
		}
	}
	return len(models) > 0
}

// answer has the questions of requests about one model decided, in one of so many equal parts of the time.
func (s *session) answer(m *model.Model, list []*request, parts int) {
	all, index := merge(list)
	detail := !slices.ContainsFunc(list, func(r *request) bool { return !r.detail })
	answers := s.run(m, all, detail, parts, func(known []*model.Answer) bool {
		for i, r := range list {
			mine := pick(known, index[i])
			if slices.Contains(mine, nil) && (r.enough == nil || !r.enough(mine)) {
				return false
			}
		}
		return true
	})
	for i, r := range list {
		r.answers = pick(answers, index[i])
	}
}

// merge returns the questions of all requests, each once, and for each request where its questions are.
func merge(list []*request) (all []*model.Question, index [][]int) {
	at := map[string]int{}
	for _, r := range list {
		mine := make([]int, len(r.questions))
		for i, q := range r.questions {
			key := q.Kind.String() + " " + q.Paths.String() + " " + q.String()
			k, ok := at[key]
			if !ok {
				k = len(all)
				at[key] = k
				own := *q
				all = append(all, &own)
			}
			all[k].Trace = all[k].Trace || q.Trace
			mine[i] = k
		}
		index = append(index, mine)
	}
	return all, index
}

func pick(of []*model.Answer, index []int) []*model.Answer {
	list := make([]*model.Answer, len(index))
	for i, k := range index {
		list[i] = of[k]
	}
	return list
}

// run decides questions. When enough of the answers are known, the rest of the questions get as much time again, or
// leastGrace. After a fault it decides nothing.
func (s *session) run(
	m *model.Model, questions []*model.Question, detail bool, parts int, enough func([]*model.Answer) bool,
) []*model.Answer {
	answers := make([]*model.Answer, len(questions))
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	o := s.options
	o.All, o.Count, o.Folded = false, false, false
	o.Start = time.Now()
	o.Time = s.share(detail, parts)
	told := false
	o.Answered = func(q *model.Question, a *model.Answer) {
		answers[slices.Index(questions, q)] = a
		if !told && enough(answers) {
			told = true
			time.AfterFunc(max(time.Since(o.Start), leastGrace), cancel)
		}
	}
	var r *board.Report
	if s.fault == nil && len(questions) > 0 && o.Time >= 0 {
		var err error
		if r, err = s.decide(ctx, m, questions, o); err != nil {
			s.fault = err
		}
	}
	if detail {
		s.details += time.Since(o.Start)
	}
	if s.fault == nil && r != nil {
		return r.Answers
	}
	for i := range answers {
		answers[i] = &model.Answer{Least: math.MinInt64, Most: petri.Omega,
			Verdict: model.Verdict{Reason: "the time is over"},
			Stop:    &limit.Stop{Kind: limit.StopTime, Max: int64(s.options.Time), Err: context.DeadlineExceeded}}
	}
	return answers
}

// share returns the time for some questions, in one of so many parts: half of what is left for details, or most of what
// is left of the limit. 0 is no limit, a negative number no time.
func (s *session) share(detail bool, parts int) time.Duration {
	left := time.Until(s.options.Start.Add(s.options.Time))
	switch {
	case s.options.Time == 0 && detail:
		left = (mostDetail - s.details) / 2
	case s.options.Time == 0:
		return 0
	case detail:
		left /= 2
	default:
		left -= left / verdictPart
	}
	if left < 10*time.Millisecond {
		return -1
	}
	return left / time.Duration(parts)
}

// ask has questions about a model decided; see request for enough.
func (a *asker) ask(m *model.Model, enough func([]*model.Answer) bool, questions ...*model.Question) []*model.Answer {
	return a.wait(&request{model: m, questions: questions, enough: enough})
}

// detail is ask for what only adds to the diagnosis.
func (a *asker) detail(m *model.Model, questions ...*model.Question) []*model.Answer {
	return a.wait(&request{model: m, questions: questions, detail: true})
}

// wait hands a request over and returns when it has its answers.
func (a *asker) wait(r *request) []*model.Answer {
	if len(r.questions) > 0 {
		a.yield(r)
	}
	return r.answers
}

// variant returns the model with another initial marking, the same for all programs.
func (s *session) variant(m petri.Marking) *model.Model {
	if m.Equal(s.model.Outline().Initial()) {
		return s.model
	}
	key := s.model.Outline().Format(m)
	switch {
	case s.variants[key] != nil:
	case s.model.Net == nil:
		s.variants[key] = s.begunIn(m)
	default:
		s.variants[key] = s.model.Variant(s.model.Net.WithInitial(m))
	}
	return s.variants[key]
}

// unknown sets why an answer is unknown: the reason of the first of some answers that is.
func (s *session) unknown(out *Answer, answers ...*model.Answer) {
	for _, a := range answers {
		if a.Known() || a.Wrong == nil && a.Reason == "" && a.Stop == nil {
			continue
		}
		out.Reason, out.Stop = a.Reason, a.Stop
		if a.Wrong != nil {
			out.Reason = a.Wrong.Error()
		}
		if a.Stop != nil && (a.Stop.Kind == limit.StopTime || a.Stop.Kind == limit.StopInterrupt) &&
			s.options.Time > 0 {
			out.Stop = &limit.Stop{Kind: a.Stop.Kind, Max: int64(s.options.Time), Err: a.Stop.Err}
			out.Reason = out.Stop.Error()
		}
		return
	}
}

// truth returns a question whether a formula holds.
func truth(f *syntax.Formula, trace bool) *model.Question {
	return &model.Question{Formula: f, Trace: trace}
}
