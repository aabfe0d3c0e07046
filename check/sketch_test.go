package check_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"brim/petri/extended"
	"brim/petri/timed"
)

// Nets with time as short texts, a line for each transition:
//
//	place P2 1 <=5                         tokens and invariant; other places have none
//	go [2,4]: P0 -> P1 P2*3                a time Petri net
//	go: P0[2,4] P4=>P5[1,2] !P3 -> P1      a timed-arc net; P4=>P5 is a transport arc, !P3 an inhibitor arc
//	urgent go: P0 -> P1

// A sketch makes a net of a text.
type sketch struct {
	net        extended.Net
	place      map[string]int
	intervals  []timed.Interval // by transition
	ages       []timed.Interval // by arc
	transports []timed.Transport
	invariants []timed.Bound
	urgent     []bool
}

// sketched returns what a text says, in which names like $deadline stand for values.
func sketched(text string, constants map[string]int) *sketch {
	for name, value := range constants {
		text = strings.ReplaceAll(text, "$"+name, strconv.Itoa(value))
	}
	s := &sketch{place: map[string]int{}}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch words := strings.Fields(line); {
		case line == "":
		case words[0] == "place":
			p := s.at(words[1])
			s.net.Places[p].Initial = number(words[2])
			if len(words) > 3 {
				s.invariants[p].Most = number(strings.TrimPrefix(words[3], "<="))
			}
		default:
			s.transition(line)
		}
	}
	return s
}

// timePetri returns a time Petri net.
func (s *sketch) timePetri() *timed.Document {
	return &timed.Document{Timed: &timed.Net{Net: &s.net, Intervals: s.intervals}}
}

// timedArc returns a timed-arc net.
func (s *sketch) timedArc() *timed.Document {
	return &timed.Document{Arcs: &timed.ArcNet{
		Net: &s.net, Ages: s.ages, Transports: s.transports, Invariants: s.invariants, Urgent: s.urgent,
	}}
}

func (s *sketch) at(name string) int {
	p, ok := s.place[name]
	if !ok {
		p = len(s.net.Places)
		s.place[name] = p
		s.net.Places = append(s.net.Places, extended.Place{ID: name, Capacity: extended.Unlimited})
		s.invariants = append(s.invariants, timed.Bound{Most: timed.Infinite})
	}
	return p
}

// arcPattern is an arc: an inhibitor, two places of a transport arc, an interval, a weight.
var arcPattern = regexp.MustCompile(`^(!?)([\w.]+)(?:=>([\w.]+))?([\[(].*[\])])?(?:\*(\d+))?$`)

func (s *sketch) transition(line string) {
	head, arcs, _ := strings.Cut(line, ":")
	name, urgent := strings.CutPrefix(head, "urgent ")
	name, interval, _ := strings.Cut(name, " ")
	t := len(s.net.Transitions)
	s.net.Transitions = append(s.net.Transitions, extended.Transition{ID: name})
	s.intervals, s.urgent = append(s.intervals, times(interval)), append(s.urgent, urgent)
	kind := extended.Input
	for _, word := range strings.Fields(arcs) {
		if word == "->" {
			kind = extended.Output
			continue
		}
		x := arcPattern.FindStringSubmatch(word)
		if x == nil {
			panic(fmt.Sprintf("%q is no arc", word))
		}
		a := extended.Arc{Place: s.at(x[2]), Transition: t, Kind: kind, Weight: 1}
		if x[5] != "" {
			a.Weight = number(x[5])
		}
		switch ages := times(x[4]); {
		case x[3] != "":
			s.transports = append(s.transports, timed.Transport{
				From: a.Place, Transition: t, To: s.at(x[3]), Weight: a.Weight, Ages: ages,
			})
		case x[1] != "":
			a.Kind = extended.Inhibitor
			fallthrough
		default:
			s.net.Arcs, s.ages = append(s.net.Arcs, a), append(s.ages, ages)
		}
	}
}

// times reads an interval; "" has all times.
func times(text string) timed.Interval {
	if text == "" {
		return timed.Always()
	}
	low, high, _ := strings.Cut(text[1:len(text)-1], ",")
	i := timed.Interval{Low: number(low), High: timed.Infinite, LowOpen: text[0] == '('}
	i.HighOpen = strings.HasSuffix(text, ")")
	if high != "inf" {
		i.High = number(high)
	}
	return i
}

func number(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		panic(err)
	}
	return n
}
