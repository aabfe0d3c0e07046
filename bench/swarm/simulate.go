package swarm

import (
	"bufio"
	"container/heap"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"
)

// What more machines would bring: a log of jobs is replayed on any number of machines, with the schedule of the front.

// ReadLog reads the Records of a log.
func ReadLog(in io.Reader) (list []Record, err error) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<24)
	for n := 1; lines.Scan(); n++ {
		var r Record
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if r.Plan == "" || len(r.Questions) == 0 || r.Share < 1 || !(r.Slice > 0) {
			return nil, fmt.Errorf("line %d is no record of a job", n)
		}
		list = append(list, r)
	}
	return list, lines.Err()
}

// A Scaling says how long a swarm takes on a number of machines.
type Scaling struct {
	Machines  int
	Answered  int     // questions
	Questions int     // all that are asked
	Seconds   float64 // until the last answer
	Median    float64 // until half of the answers
	Busy      float64 // part of the machines' time that they work
}

// Simulate replays a log of measured jobs on a number of machines, checkers of which check certificates at the front's.
// Inputs of the log come one after the other, and their seconds are added. What the log does not have, no job brings:
// a question that none of its jobs has answered stays open, and is not waited for.
func Simulate(log []Record, machines, checkers int) Scaling {
	total := Scaling{Machines: machines}
	var inputs []string
	by := map[string][]Record{}
	for _, r := range log {
		if r.End != "done" {
			continue
		}
		if by[r.Input] == nil {
			inputs = append(inputs, r.Input)
		}
		by[r.Input] = append(by[r.Input], r)
	}
	var times []float64
	busy := 0.0
	for _, in := range inputs {
		s := newSimulation(by[in], machines, checkers)
		s.run()
		total.Questions += len(s.questions)
		total.Seconds += s.now.Seconds()
		busy += s.busy.Seconds()
		for _, t := range s.times {
			times = append(times, t.Seconds())
		}
	}
	total.Answered = len(times)
	if slices.Sort(times); len(times) > 0 {
		total.Median = times[(len(times)-1)/2]
	}
	if total.Seconds > 0 {
		total.Busy = busy / total.Seconds / float64(machines)
	}
	return total
}

// handOver is how long a machine waits between two jobs.
const handOver = 50 * time.Millisecond

// A simulation is one input on some machines. Its time is that since the begin.
type simulation struct {
	schedule  *Schedule
	samples   map[*entry][]Record
	questions []string
	decided   []bool
	waited    int // questions that some job answers, and that are open
	events    events
	running   []*virtual
	idle      int
	checkers  int      // that have nothing to do
	waiting   []*event // certificates for which there is no checker yet
	now, busy time.Duration
	times     []time.Duration // of answers
	number    int             // of events
}

// A virtual is a job on a machine.
type virtual struct {
	*entry
	begin time.Duration
	ended bool
}

// An event is the end of a job, with what it answers, or of the check of one certificate.
type event struct {
	at      time.Duration
	number  int      // events at the same time come in the order in which they were made
	job     *virtual // nil of a check
	answers []int
	proof   time.Duration // of each certificate
}

type events []*event

func (e events) Len() int { return len(e) }
func (e events) Less(i, j int) bool {
	return e[i].at < e[j].at || e[i].at == e[j].at && e[i].number < e[j].number
}
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(*event)) }
func (e *events) Pop() any {
	list := *e
	x := list[len(list)-1]
	*e = list[:len(list)-1]
	return x
}

// newSimulation makes the schedule of a log: its plans and questions, in the order in which they were given out.
func newSimulation(log []Record, machines, checkers int) *simulation {
	log = slices.Clone(log)
	slices.SortStableFunc(log, func(a, b Record) int { return int(1e6 * (a.Given - b.Given)) })
	s := &simulation{
		schedule: &Schedule{first: seconds(log[0].Slice / float64(log[0].Share))}, samples: map[*entry][]Record{},
		idle: machines, checkers: checkers,
	}
	entries, plans, answered := map[string]*entry{}, map[string]*Plan{}, map[int]bool{}
	for _, r := range log {
		var asked []int
		for _, q := range r.Questions {
			if !slices.Contains(s.questions, q) {
				s.questions = append(s.questions, q)
			}
			asked = append(asked, slices.Index(s.questions, q))
		}
		key := fmt.Sprint(r.Plan, r.Together, asked)
		e := entries[key]
		if e == nil {
			if plans[r.Plan] == nil {
				plans[r.Plan] = &Plan{Name: r.Plan, Share: r.Share, Seeded: r.Seeded}
			}
			e = &entry{plan: plans[r.Plan], questions: asked, together: r.Together}
			entries[key] = e
			s.schedule.entries = append(s.schedule.entries, e)
		}
		s.samples[e] = append(s.samples[e], r)
		for _, q := range r.Verified {
			if i := slices.Index(s.questions, q); !answered[i] {
				answered[i] = true
				s.waited++
			}
		}
	}
	s.decided = make([]bool, len(s.questions))
	return s
}

func seconds(x float64) time.Duration { return time.Duration(x * float64(time.Second)) }

// run simulates until all questions are decided that some job answers.
func (s *simulation) run() {
	for s.waited > 0 {
		s.give()
		if len(s.events) == 0 {
			return
		}
		e := heap.Pop(&s.events).(*event)
		if e.job != nil && e.job.ended {
			continue
		}
		s.now = e.at
		if e.job == nil {
			s.checkers++
			s.decide(e.answers[0])
		} else {
			s.end(e.job)
			e.job.back(true)
			for _, q := range e.answers {
				s.waiting = append(s.waiting, &event{answers: []int{q}, proof: e.proof})
			}
		}
		s.check()
	}
	for _, v := range s.running {
		s.busy += s.now - v.begin
	}
}

// give gives jobs to idle machines. One that has brought all answers of its samples in vain is given out all the same.
func (s *simulation) give() {
	for ; s.idle > 0; s.idle-- {
		e, slice := s.schedule.next(func(q int) bool { return !s.decided[q] }, false)
		if e == nil {
			return
		}
		v := &virtual{entry: e, begin: s.now}
		s.running = append(s.running, v)
		list := s.samples[e]
		r := list[(e.round-1)%len(list)]
		took := seconds(r.Seconds)
		x := &event{job: v}
		switch {
		case len(r.Verified) > 0 && took <= slice:
			for _, q := range r.Verified {
				x.answers = append(x.answers, slices.Index(s.questions, q))
			}
			x.proof = seconds(r.Proofs / float64(len(r.Verified)))
		case len(r.Verified) > 0 || r.Seconds > r.Slice/10*9: // its limit ends it
			took = slice
		}
		s.push(x, s.now+took+handOver)
	}
}

func (s *simulation) push(e *event, at time.Duration) {
	s.number++
	e.at, e.number = at, s.number
	heap.Push(&s.events, e)
}

// end frees the machine of a job.
func (s *simulation) end(v *virtual) {
	v.ended = true
	s.busy += s.now - v.begin
	s.idle++
	s.running = slices.DeleteFunc(s.running, func(x *virtual) bool { return x == v })
}

// check gives certificates to checkers. Those of decided questions are not checked.
func (s *simulation) check() {
	for s.checkers > 0 && len(s.waiting) > 0 {
		x := s.waiting[0]
		if s.waiting = s.waiting[1:]; s.decided[x.answers[0]] {
			continue
		}
		s.checkers--
		s.push(x, s.now+x.proof)
	}
}

// decide decides a question and ends the jobs that have no other.
func (s *simulation) decide(q int) {
	if s.decided[q] {
		return
	}
	s.decided[q] = true
	s.waited--
	s.times = append(s.times, s.now)
	for _, v := range slices.Clone(s.running) {
		if !v.open(func(q int) bool { return !s.decided[q] }) {
			s.end(v)
			v.back(true)
		}
	}
}
