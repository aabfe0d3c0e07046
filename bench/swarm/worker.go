package swarm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"brim/bench/measure"
	"brim/internal/queue"
)

// The side of the workers: runs brim and brings answers with their certificates.

// A Worker runs the jobs of a front. Several goroutines may use it.
type Worker struct {
	Brim   []string       // the command
	Meter  *measure.Meter // runs it
	Memory int64          // what a run may have, in bytes; 0 leaves that to brim
	Name   string         // tells it from other workers

	mu     sync.Mutex // guards what follows; held while files are fetched
	folder string     // of all files, "" until there is one
}

// Close removes the files of the worker.
func (w *Worker) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.folder == "" {
		return nil
	}
	return os.RemoveAll(w.folder)
}

// Do does the job in the body of a message and returns the Answer. An error says that it was not done.
func (w *Worker) Do(ctx context.Context, p *queue.Process, body json.RawMessage) (json.RawMessage, error) {
	var t Task
	if err := json.Unmarshal(body, &t); err != nil {
		return nil, err
	}
	a := &Answer{Worker: w.Name}
	if t.Swarm == nil {
		a.Reason = "this is no job"
	} else if err := t.Swarm.check(); err != nil {
		a.Reason = "the worker refuses: " + err.Error()
	} else if err := w.run(ctx, p, t.Swarm, a); err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		a.Reason = err.Error()
	}
	return json.Marshal(a)
}

// fetch returns a folder with the files of a job, which it fetches if they are not there yet.
func (w *Worker) fetch(ctx context.Context, p *queue.Process, j *Job) (folder string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.folder == "" {
		if w.folder, err = os.MkdirTemp("", "brim-swarm-"); err != nil {
			return "", err
		}
	}
	files := []File{{modelFile, j.Model.Digest}}
	name := j.Model.Digest
	if j.Properties != nil {
		files = append(files, *j.Properties)
		name += "-" + j.Properties.Digest
	}
	folder = filepath.Join(w.folder, name)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	for _, f := range files {
		path := filepath.Join(folder, f.Name)
		if _, err := os.Stat(path); err == nil {
			continue
		}
		part := path + ".part" // what is whole gets its name
		err := p.Fetch(ctx, f.Digest, part)
		if err == nil {
			err = os.Rename(part, path)
		}
		if err != nil {
			return "", err
		}
	}
	return folder, nil
}

// run runs brim for a job and adds what it says to the answer.
func (w *Worker) run(ctx context.Context, p *queue.Process, j *Job, a *Answer) error {
	folder, err := w.fetch(ctx, p, j)
	if err != nil {
		return err
	}
	proofs, err := os.MkdirTemp(w.folder, "proofs-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(proofs)
	limited, cancel := context.WithTimeout(ctx, j.limit()+grace(j.limit()))
	defer cancel()
	cmd := w.command(limited, j, folder, proofs)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	use, err := w.Meter.Run(cmd)
	a.Seconds, a.CPU, a.Bytes = use.Wall.Seconds(), use.CPU.Seconds(), use.Memory
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return err
	}
	if j.Examination != "" {
		a.Results = contestResults(&out, proofs)
	} else {
		a.Results, a.Order = checkResults(&out, j.Question+j.Formula, filepath.Join(proofs, proofFile))
	}
	if len(a.Results) == 0 {
		a.Reason = lastLine(errs.String())
	}
	return w.share(ctx, p, a)
}

// proofFile is the certificate of brim check.
const proofFile = "answer.cert.gz"

// command returns the command of a job. Results and certificates go to the folder of proofs.
func (w *Worker) command(ctx context.Context, j *Job, folder, proofs string) *exec.Cmd {
	args := w.Brim[1:]
	if j.Examination != "" {
		args = append(append(args[:len(args):len(args)], "mcc", "--dir", folder, "--certificates", proofs),
			j.Options...)
		cmd := exec.CommandContext(ctx, w.Brim[0], args...)
		cmd.Env = append(os.Environ(), "BK_EXAMINATION="+j.Examination,
			"BK_TIME_CONFINEMENT="+strconv.FormatFloat(j.Seconds, 'f', 3, 64))
		if w.Memory > 0 {
			cmd.Env = append(cmd.Env, "BK_MEMORY_CONFINEMENT="+strconv.FormatInt(max(w.Memory/1e6, 1), 10))
		}
		return cmd
	}
	args = append(args[:len(args):len(args)], "check", "--json", "--no-trace", "--certificate",
		filepath.Join(proofs, proofFile))
	args = append(args, "--limit-time", j.limit().String())
	if w.Memory > 0 {
		args = append(args, "--limit-memory", strconv.FormatInt(w.Memory, 10))
	}
	args = append(args, j.Options...)
	question := j.Formula
	if j.Properties != nil {
		args, question = append(args, "--properties", filepath.Join(folder, j.Properties.Name)), j.Question
	}
	return exec.CommandContext(ctx, w.Brim[0], append(args, "--", filepath.Join(folder, modelFile), question)...)
}

// checkResults reads what brim check --json says of one question.
func checkResults(out io.Reader, id, proof string) (list []Result, order string) {
	var says struct {
		Verdict, Max, By, Reason, Error string
		Certificate                     struct{ Reason string }
		Statistics                      struct{ Order struct{ Method string } }
	}
	if err := json.NewDecoder(out).Decode(&says); err != nil {
		return nil, ""
	}
	r := Result{Question: id, Answer: says.Verdict, By: says.By, Reason: says.Reason + says.Error}
	switch {
	case says.Max != "":
		r.Answer = says.Max
	case says.Verdict != "holds" && says.Verdict != "fails":
		r.Answer = ""
	}
	if r.Answer != "" {
		if _, err := os.Stat(proof); err == nil {
			r.Certificate = proof
		} else {
			r.Reason = says.Certificate.Reason
		}
	}
	return []Result{r}, says.Statistics.Order.Method
}

// contestResults reads the lines of brim mcc.
func contestResults(out io.Reader, proofs string) (list []Result) {
	text, err := io.ReadAll(out)
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) < 3 || words[0] != "FORMULA" && words[0] != "STATE_SPACE" || words[2] == "CANNOT_COMPUTE" {
			continue
		}
		r := Result{Question: words[1], Answer: words[2]}
		switch words[2] {
		case "TRUE":
			r.Answer = "holds"
		case "FALSE":
			r.Answer = "fails"
		}
		if len(words) > 4 {
			r.By = strings.ToLower(strings.Join(words[4:], " "))
		}
		if path := filepath.Join(proofs, words[1]+".cert.gz"); filepath.Dir(path) == proofs {
			if _, err := os.Stat(path); err == nil {
				r.Certificate = path
			}
		}
		list = append(list, r)
	}
	return list
}

// share shares the certificates of an answer, and puts their digests in the places of their paths.
func (w *Worker) share(ctx context.Context, p *queue.Process, a *Answer) error {
	for i := range a.Results {
		r := &a.Results[i]
		if r.Certificate == "" {
			continue
		}
		name, err := p.Share(ctx, r.Certificate)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if r.Certificate = name; err != nil {
			r.Certificate, r.Reason = "", err.Error()
		}
	}
	return nil
}

// lastLine returns the last line of a text, without the name of the program.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.TrimPrefix(lines[len(lines)-1], "brim: ")
}

// NewName returns a name for a worker that no other has.
func NewName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "worker"
	}
	return fmt.Sprintf("%s/%d/%x", host, os.Getpid(), time.Now().UnixNano())
}
