package nets

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"brim/check"
	"brim/check/explore"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"brim/internal/quantity"
	"brim/petri"
)

const (
	// mostListed is the number of states up to which gen writes them; about 2 GB are needed then, and the file is as
	// large.
	mostListed = 10_000_000
	// estimateTime is how long diagrams may count the states before these are listed.
	estimateTime = 2 * time.Second
)

// listed returns the states of a net of a family, or lift:3.
func listed(ctx context.Context, a *cli.App, l *models.Limits, spec string, p *cli.Progress) (*check.Model, error) {
	m, err := models.LoadUnfolded(ctx, a, l, spec)
	if err != nil || m.LTS != nil {
		return m, err
	}
	if err := fewStates(ctx, l, m.Net, p); err != nil {
		return nil, err
	}
	p.At("listing states")
	most := l.Check()
	most.States = mostListed
	lts, err := explore.List(ctx, m, most, models.Progress(p))
	var stop *check.Stop
	switch {
	case !errors.As(err, &stop):
		return lts, err
	case stop.Kind == check.StopStates:
		return nil, fmt.Errorf("%s has more than %s, too many for a file", spec, quantity.Count(mostListed, "state"))
	}
	return nil, nothingWritten(l, stop)
}

// fewStates returns an error if a net has more states than gen writes into a file. It explores the net by decision
// diagrams for estimateTime at most; where that does not suffice to tell, it returns nil and leaves the decision to the
// listing itself.
func fewStates(ctx context.Context, l *models.Limits, net *petri.Net, p *cli.Progress) error {
	moment := *l
	if end := time.Since(l.Start) + estimateTime; l.Time == 0 || end < time.Duration(l.Time) {
		moment.Time = quantity.Span(end)
	}
	x, err := explore.Explore(ctx, net, explore.Options{}, moment.Check(), models.Progress(p))
	var u *explore.UnboundedError
	if errors.As(err, &u) {
		return fmt.Errorf("%w, so its states cannot be written", u)
	}
	if err != nil {
		return nil // listing tells more
	}
	defer x.Close()
	if ctx.Err() != nil {
		return nothingWritten(l, ctx.Err())
	}
	if x.Space == nil {
		return nil
	}
	var n *big.Int
	if x.Ask("counting states", func() { n = x.States() }) != nil || n.Cmp(big.NewInt(mostListed)) <= 0 {
		return nil
	}
	found := ""
	if !x.Complete {
		found = "at least "
	}
	return fmt.Errorf("%s has %s%s states, too many for a file; the most is %s", net.Name, found,
		quantity.Number(n, false), quantity.Int(mostListed))
}

// nothingWritten is the error for what a limit or an interrupt ended before anything was written.
func nothingWritten(l *models.Limits, err error) error {
	return cli.Exit(cli.StatusUnknown, fmt.Errorf("%s; nothing was written", l.Reason(err)))
}
