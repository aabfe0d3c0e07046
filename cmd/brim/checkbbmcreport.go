package main

import (
	"fmt"

	"brim/engine/bbmc"
	"brim/internal/quantity"
)

// confidence of the interval of a probability.
const confidence = 0.95

// A runsReport is what the runs of bbmc found.
type runsReport struct {
	Breadth     int     `json:"breadth"`
	Degrade     int     `json:"degrade,omitempty"`
	Highway     bool    `json:"highway,omitempty"`
	Lanes       bool    `json:"lanes,omitempty"`
	Seed        uint64  `json:"seed"`
	Runs        int     `json:"runs"`
	Found       int     `json:"found"`
	Probability float64 `json:"probability"`
	Low         float64 `json:"low"`
	High        float64 `json:"high"`
	Closed      int     `json:"closed"`
	States      float64 `json:"states"`
	Levels      float64 `json:"levels"`
	Steps       float64 `json:"steps"`
	Backs       float64 `json:"backs"`
	Jumps       float64 `json:"jumps"`
	Least       int     `json:"least_states"`
	Most        int     `json:"most_states"`
}

func newRunsReport(e *bbmcEngine, r *bbmc.Result) *runsReport {
	s := &runsReport{Breadth: e.breadth, Degrade: e.degrade, Highway: e.highway, Lanes: e.lanes, Seed: e.seed, Runs: len(r.Runs), Found: r.Found()}
	s.Low, s.High = bbmc.Interval(s.Found, s.Runs, confidence)
	if s.Runs == 0 {
		return s
	}
	s.Probability = float64(s.Found) / float64(s.Runs)
	s.States = r.Mean(func(x bbmc.Run) int { return x.States })
	s.Levels = r.Mean(func(x bbmc.Run) int { return x.Levels })
	s.Steps = r.Mean(func(x bbmc.Run) int { return x.Steps })
	s.Backs = r.Mean(func(x bbmc.Run) int { return x.Backs })
	s.Jumps = r.Mean(func(x bbmc.Run) int { return x.Jumps })
	s.Least, s.Most = r.Runs[0].States, 0
	for _, x := range r.Runs {
		s.Least, s.Most = min(s.Least, x.States), max(s.Most, x.States)
		if x.Closed {
			s.Closed++
		}
	}
	return s
}

// rows returns the report for people.
func (s *runsReport) rows() []label {
	what := fmt.Sprintf("breadth %s", quantity.Int(s.Breadth))
	if s.Degrade > 0 {
		what += fmt.Sprintf(", degrading from depth %s", quantity.Int(s.Degrade))
	}
	if s.Highway {
		what += ", highway simulation"
	}
	if s.Lanes {
		what += ", every lane goes on"
	}
	list := []label{
		{"parts", what},
		{"runs", fmt.Sprintf("%s, %s with a witness; seed %d", quantity.Int(s.Runs), quantity.Int(s.Found), s.Seed)},
	}
	if s.Runs > 1 {
		list = append(list, label{"probability", fmt.Sprintf("%.3g, %.3g to %.3g with 95%% confidence", s.Probability, s.Low, s.High)})
	}
	if s.Runs == 0 {
		return list
	}
	average := ""
	if s.Runs > 1 {
		average = fmt.Sprintf(" on average, %s to %s", quantity.Int(s.Least), quantity.Int(s.Most))
	}
	list = append(list,
		label{"states", fmt.Sprintf("%.4g%s", s.States, average)},
		label{"levels", fmt.Sprintf("%.4g", s.Levels)},
		label{"transitions", fmt.Sprintf("%.4g steps, %.4g back-edges, %.4g jumps", s.Steps, s.Backs, s.Jumps)})
	if s.Closed > 0 {
		list = append(list, label{"complete", quantity.Count(s.Closed, "run")})
	}
	return list
}
