package swarm

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"strings"
	"time"
)

// Certificates of workers are checked on this machine, by brim-verify.

// A judgement is what brim-verify says of a certificate.
type judgement struct {
	answer     string // which is verified; "" if none is
	false      bool   // the certificate proves nothing: the worker is wrong
	unreadable bool   // brim-verify cannot read the question or the model, and no worker can help that
	reason     string
	err        error // brim-verify cannot be run
	spent      time.Duration
}

// judge has brim-verify check a certificate.
func judge(ctx context.Context, verifier []string, in *Input, id, certificate string,
	limit time.Duration) (j judgement) {
	ctx, cancel := context.WithTimeout(ctx, limit+grace(limit))
	defer cancel()
	args := append(verifier[1:len(verifier):len(verifier)], "-limit-time", limit.String(), in.Model, in.proof(id),
		certificate)
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, verifier[0], args...)
	cmd.Stdout = &out
	begin := time.Now()
	err := cmd.Run()
	j.spent = time.Since(begin)
	word, rest, _ := strings.Cut(strings.TrimSpace(out.String()), ": ")
	var exit *exec.ExitError
	switch {
	case err == nil && word == "verified" && rest != "":
		j.answer = rest
	case word == "malformed" && (strings.HasPrefix(rest, "question: ") || strings.HasPrefix(rest, in.Model)):
		j.unreadable, j.reason = true, "brim-verify: "+rest
	case word == "rejected" || word == "malformed":
		j.false, j.reason = true, word+": "+strings.ReplaceAll(rest, certificate, "certificate")
	case word == "limit" || ctx.Err() != nil || errors.As(err, &exit):
		j.reason = "brim-verify: " + strings.TrimSpace(out.String())
	case err != nil:
		j.err = err
	default:
		j.err = errors.New("brim-verify says what is no judgement: " + out.String())
	}
	return j
}
