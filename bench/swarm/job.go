package swarm

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"
)

// What the front and its workers say to each other, as JSON.

// A File is one that the front has shared.
type File struct {
	Name   string `json:"name"`
	Digest string `json:"digest"` // of its content, by which it is fetched
}

// A Job is one run of brim.
type Job struct {
	Model       File     `json:"model"`
	Properties  *File    `json:"properties,omitempty"`
	Formula     string   `json:"formula,omitempty"`
	Examination string   `json:"examination,omitempty"` // of brim mcc, for all questions at once
	Question    string   `json:"question,omitempty"`    // the ID of the property; with Examination ""
	Options     []string `json:"options"`
	Seconds     float64  `json:"seconds"` // the limit
}

// A Task is the body of a message with a job, which tells it from the run of a cell.
type Task struct {
	Swarm *Job `json:"swarm"`
}

// A Result is what a worker says of one question.
type Result struct {
	Question    string `json:"question"`
	Answer      string `json:"answer,omitempty"`      // holds, fails, or a number; "" if it is unknown
	By          string `json:"by,omitempty"`          // the technique
	Certificate string `json:"certificate,omitempty"` // the digest of the file, which the worker has shared
	Reason      string `json:"reason,omitempty"`      // why there is no answer, or no certificate
}

// An Answer is what a worker says of a job.
type Answer struct {
	Worker  string   `json:"worker"` // its name
	Results []Result `json:"results"`
	Seconds float64  `json:"seconds"` // from the start of brim to its end
	CPU     float64  `json:"cpu_seconds"`
	Bytes   int64    `json:"memory_bytes"`
	Order   string   `json:"order,omitempty"`  // the method by which diagrams ordered the places
	Reason  string   `json:"reason,omitempty"` // why there are no results
}

const (
	modelFile = "model.pnml"
	// mostSeconds bounds the limit of a job: a week.
	mostSeconds = 7 * 24 * 3600
)

var (
	digests   = regexp.MustCompile(`^[0-9a-f]{64}$`)
	fileNames = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}\.xml$`)
)

// check says why a worker does not run a job.
func (j *Job) check() error {
	asked := 0
	for _, given := range []bool{j.Formula != "", j.Question != "" && j.Properties != nil, j.Examination != ""} {
		if given {
			asked++
		}
	}
	switch {
	case asked != 1:
		return errors.New("a job asks for a formula, a property or an examination")
	case j.Examination != "" && global[j.Examination] == nil && !slices.Contains(local, j.Examination):
		return fmt.Errorf("there is no examination %q", j.Examination)
	case j.Examination != "" && j.Properties != nil && j.Properties.Name != j.Examination+".xml":
		return fmt.Errorf("the questions of %s are not in %q", j.Examination, j.Properties.Name)
	case !digests.MatchString(j.Model.Digest):
		return errors.New("the model has no digest")
	case j.Properties != nil && (!digests.MatchString(j.Properties.Digest) ||
		!fileNames.MatchString(j.Properties.Name)):
		return fmt.Errorf("the file %q of properties has no digest, or another name than letters, digits, ., - and "+
			"_ before .xml", j.Properties.Name)
	case !(j.Seconds > 0 && j.Seconds <= mostSeconds):
		return fmt.Errorf("a limit of %v s", j.Seconds)
	}
	return refuse(j.Options)
}

// limit returns the limit of a job.
func (j *Job) limit() time.Duration { return time.Duration(j.Seconds * float64(time.Second)) }

// grace returns how long after its limit a run may go on: it ends by itself, but may look for the limit seldom.
func grace(limit time.Duration) time.Duration { return limit/4 + 10*time.Second }
