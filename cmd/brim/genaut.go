package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"brim/engine/kripke"
	"brim/engine/kripke/lift"
	"brim/petri/nets"
)

// mostListed is the number of states up to which gen writes them; about 2 GB are needed then, and the file is as large.
const mostListed = 10_000_000

// A genLTSReport tells what gen wrote of a labelled transition system. Its keys are stable.
type genLTSReport struct {
	Model string `json:"model"`
	File  string `json:"file"`
	ltsReport
}

// generateLTS writes the states of a net of a family, or of lift:3, in the Aldebaran format.
func (a *app) generateLTS(ctx context.Context, spec, file string) error {
	toFile := file != "" && file != "-"
	switch {
	case !toFile && a.json:
		return errNoFile
	case toFile && !strings.HasSuffix(file, ".aut"):
		return fmt.Errorf("%s is a labelled transition system, no net; expected a file that ends in .aut, not %s", spec, file)
	}
	p := a.startProgress()
	defer p.end()
	l, err := listed(ctx, spec, p)
	if err != nil {
		return err
	}
	if p.at("writing"); !toFile { // the terminal may be the file
		p.end()
	}
	if err := a.output(ctx, file, func(w io.Writer) error { return kripke.WriteAUT(w, l) }); err != nil || !toFile {
		return err
	}
	r := ltsReport{l.States(), l.Transitions(), len(l.Labels())}
	if a.json {
		return writeJSON(a.out, genLTSReport{spec, file, r})
	}
	a.note("%s: %s, %s, %s", file, count(r.States, "state"), count(r.Transitions, "transition"), count(r.Labels, "label"))
	return nil
}

// listed returns the states of a net of a family, or lift:3.
func listed(ctx context.Context, spec string, p *progress) (*kripke.LTS, error) {
	if spec == lift.Name {
		return lift.LTS(), nil
	}
	net, err := nets.Parse(spec)
	if err != nil {
		return nil, err
	}
	s, err := kripke.NewNet(net)
	if err != nil {
		return nil, err
	}
	p.at("exploring")
	l, err := kripke.List(ctx, s, kripke.Limits{States: mostListed, Progress: p.searched()}, nets.Label)
	var limit *kripke.LimitError
	if errors.As(err, &limit) {
		return nil, fmt.Errorf("%s has more than %s, too many for a file", spec, count(mostListed, "state"))
	}
	return l, err
}
