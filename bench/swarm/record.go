package swarm

import (
	"encoding/json"
	"time"
)

// The log of a swarm: what each job has taken and brought.

// A Record is a job in the log, as a line of JSON.
type Record struct {
	Input     string   `json:"input"` // the model and what is asked
	Plan      string   `json:"plan"`
	Questions []string `json:"questions"`
	Together  bool     `json:"together"` // by brim mcc
	Seeded    bool     `json:"seeded"`
	Share     int      `json:"share"` // of the plan
	Seed      int      `json:"seed"`
	Slice     float64  `json:"slice"` // its limit, in seconds
	Given     float64  `json:"given"` // when it was given out, in seconds since the begin
	Took      float64  `json:"took"`  // when its answer came
	End       string   `json:"end"`   // done, ended (all was decided), lost, late or refused
	Worker    string   `json:"worker"`
	Seconds   float64  `json:"seconds"`     // that brim ran, as the worker says
	CPU       float64  `json:"cpu_seconds"` // that it used
	Bytes     int64    `json:"memory_bytes"`
	Order     string   `json:"order"`
	Verified  []string `json:"verified"`      // questions whose certificates were accepted
	Claimed   []string `json:"claimed"`       // questions answered without
	Proofs    float64  `json:"proof_seconds"` // that brim-verify took
}

// record begins the record of a job.
func (f *front) record(a *attempt, slice time.Duration) Record {
	r := Record{
		Input: f.in.Model + " " + f.in.Properties + f.in.Formula + f.in.Examination, Plan: a.plan.Name,
		Together: a.together, Seeded: a.plan.Seeded, Share: a.plan.Share, Seed: a.round,
		Slice: slice.Seconds(), Given: time.Since(f.begin).Seconds(),
	}
	for _, q := range a.questions {
		r.Questions = append(r.Questions, f.in.IDs[q])
	}
	return r
}

// answered adds to a record what a worker says.
func (r *Record) answered(a *Answer, at time.Duration) {
	r.Worker, r.Seconds, r.CPU, r.Bytes, r.Order, r.Took = a.Worker, a.Seconds, a.CPU, a.Bytes, a.Order, at.Seconds()
}

// log writes the record of a job that has ended. A log that cannot be written is told and given up.
func (f *front) log(a *attempt, end string) {
	if f.Log == nil {
		return
	}
	a.End = end
	b, err := json.Marshal(a.Record)
	if err == nil {
		_, err = f.Log.Write(append(b, '\n'))
	}
	if err != nil {
		f.Log = nil
		f.tell("the log ends: %v", err)
	}
}
