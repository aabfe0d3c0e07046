package command

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"brim/bench/swarm"
	"brim/internal/cli"
	"brim/internal/printable"
	"brim/internal/quantity"
	"brim/internal/terminal"
)

// What brim-bench swarm prints.

// A swarmReport is the result as --json prints it. The keys are documented in the help and stable.
type swarmReport struct {
	reportHead
	Model     string          `json:"model"`
	Seconds   float64         `json:"seconds"`
	Jobs      int             `json:"jobs"`
	Questions []swarmQuestion `json:"questions"`
}

type swarmQuestion struct {
	Question string       `json:"question"`
	Answer   string       `json:"answer"`
	Verified bool         `json:"verified"`
	By       string       `json:"by"`
	Plan     string       `json:"plan"`
	Worker   string       `json:"worker"`
	Seconds  float64      `json:"seconds"`
	Reason   string       `json:"reason"`
	Claims   []swarmClaim `json:"claims"`
}

type swarmClaim struct {
	Answer string `json:"answer"`
	By     string `json:"by"`
	Worker string `json:"worker"`
	Reason string `json:"reason"`
	Times  int    `json:"times"`
}

// longQuestion is how much the table shows of a question.
const longQuestion = 60

// report prints the outcomes. The error carries the exit status.
func (c *swarmCommand) report(in *swarm.Input, list []swarm.Outcome, spent time.Duration) error {
	r := swarmReport{headOf("swarm"), in.Model, spent.Seconds(), c.jobs, nil}
	t := &terminal.Table{Header: []string{"question", "answer", "proof", "plan", "seconds"}, Right: []bool{4: true}}
	status := cli.StatusOK
	for _, o := range list {
		q := swarmQuestion{o.Question, o.Answer, o.Verified, o.By, o.Plan, o.Worker, o.Seconds, o.Reason,
			[]swarmClaim{}}
		proof := ""
		for _, x := range o.Claims {
			q.Claims = append(q.Claims, swarmClaim(x))
			if o.Answer == "" {
				proof = "claimed: " + x.Answer + " (" + x.Reason + ")"
			}
		}
		r.Questions = append(r.Questions, q)
		name := printable.Cut(o.Question, longQuestion)
		switch {
		case o.Answer == "":
			t.Add(name, "unknown", proof)
			if status == cli.StatusOK {
				status = cli.StatusUnknown
			}
			continue
		case o.Answer == "fails":
			status = cli.StatusFails
		}
		if proof = "verified"; !o.Verified {
			proof = "claimed"
		}
		t.Add(name, o.Answer, proof, o.Plan, strconv.FormatFloat(o.Seconds, 'f', 2, 64))
	}
	err := c.Result(r, func(w io.Writer) error {
		if err := t.Write(w); err != nil {
			return err
		}
		_, err := fmt.Fprintf(w, "\n%s in %s\n", quantity.Count(r.Jobs, "job"), quantity.Seconds(spent))
		return err
	})
	if err == nil && status != cli.StatusOK {
		err = cli.ExitAfterResult(status, nil)
	}
	return err
}
