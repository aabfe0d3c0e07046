package command

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	"brim/bench"
	"brim/bench/fleet"
	"brim/internal/quantity"
	"brim/internal/queue"

	"github.com/spf13/cobra"
)

// --serve: workers on other machines measure the cells of a sweep.

// A serverFlags has the flags of brim bench --serve.
type serverFlags struct {
	at        string // an address, or the URL of a server that is there
	silence   quantity.Span
	tries     int
	portfolio bool
	queueFlags
}

const (
	silenceDefault = 30 * time.Second
	triesDefault   = 5
)

// serveFlags declares the flags for workers.
func (c *benchCommand) serveFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	c.serve.silence = quantity.Span(silenceDefault)
	f.StringVar(&c.serve.at, "serve", "",
		"let workers (brim work) measure, who come to this `address`, or URL of a NATS server with JetStream")
	f.Var(&c.serve.silence, "silence", "of --serve: a worker that is silent for this time loses its cell to "+
		"another one")
	f.IntVar(&c.serve.tries, "tries", triesDefault,
		"of --serve: a cell that this number of workers have lost has failed")
	f.BoolVar(&c.serve.portfolio, "portfolio", false,
		"the first certain verdict on a question counts, other cells that ask it are cancelled")
	c.serve.declare(cmd, "of --serve: ")
	_ = cmd.RegisterFlagCompletionFunc("serve", cobra.NoFileCompletions)
}

// setup checks the flags of the server and returns them for brim-queue. An address that others can reach needs a
// token or certificates; credentials belong to a server that is given by a URL.
func (s *serverFlags) setup() (queue.Setup, error) {
	x, err := s.queueFlags.setup()
	if err == nil {
		err = positive("silence", s.silence)
	}
	if err == nil && s.tries < 1 {
		err = fmt.Errorf("--tries %d: expected 1 at least", s.tries)
	}
	if err != nil {
		return x, err
	}
	x.Silence, x.Tries = time.Duration(s.silence), s.tries
	if strings.Contains(s.at, "://") {
		x.URL = s.at
		return x, nil
	}
	if x.Listen, err = listenAddress(s.at); err != nil {
		return x, err
	}
	if s.credentials != "" {
		return x, errors.New("--credentials are those of a server that is there; expected its URL at --serve, or " +
			"--token-file")
	}
	if host, _, _ := net.SplitHostPort(x.Listen); !isLoopback(host) && s.token == "" &&
		(s.certificate == "" || s.authorities == "") {
		return x, fmt.Errorf("--serve %s lets anyone in who reaches this machine; expected --token-file, or "+
			"--tls-ca with --tls-cert for clients with certificates", s.at)
	}
	return x, nil
}

// listenAddress completes an address: without a host it is the loopback of this machine.
func listenAddress(at string) (string, error) {
	if !strings.Contains(at, ":") {
		at = ":" + at
	}
	host, port, err := net.SplitHostPort(at)
	if n, bad := strconv.Atoi(port); err != nil || bad != nil || n < 0 || n > 65535 {
		return "", fmt.Errorf("--serve %s: expected a port, an address as in 127.0.0.1:4222, or a URL as in "+
			"nats://host:4222", at)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port), nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// sweepAll measures suites: one after the other in this process, or with --serve all at once by workers, for whom it
// starts and stops the server. sweeps and errs have an entry for each suite. After an error the remaining suites are
// not begun, or stop.
func (c *benchCommand) sweepAll(ctx context.Context, parts []bench.Suite, o bench.Options) (sweeps []bench.Sweep,
	errs []error, err error) {
	sweeps, errs = make([]bench.Sweep, len(parts)), make([]error, len(parts))
	one := func(i int) { sweeps[i], errs[i] = bench.Run(ctx, parts[i], o) }
	o.Portfolio = c.serve.portfolio
	if c.serve.at == "" {
		for i := range parts {
			if len(parts[i].Cells) > 0 {
				if one(i); errs[i] != nil {
					break
				}
			}
		}
		return sweeps, errs, nil
	}
	setup, err := c.serve.setup()
	if err != nil {
		return nil, nil, err
	}
	runner, err := bench.NewRunner(o)
	if err != nil {
		return nil, nil, err
	}
	setup.Build, setup.Needs = runner.Build(), fleet.Needs(parts, o)
	server, err := fleet.Serve(setup, c.Err)
	if err != nil {
		return nil, nil, err
	}
	c.Line.Aside(func() { fmt.Fprintf(c.Err, "workers come by: brim work --queue %s\n", server.URL) })
	o.Fleet = server
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var all sync.WaitGroup
	for i := range parts {
		if len(parts[i].Cells) > 0 {
			all.Go(func() {
				if one(i); errs[i] != nil {
					stop() // the others go on next time
				}
			})
		}
	}
	all.Wait()
	closed := server.Close(errors.Join(errs...) == nil)
	for _, err := range errs {
		if err != nil && !errors.Is(err, context.Canceled) {
			return nil, nil, err
		}
	}
	if ctx.Err() == nil && closed != nil {
		return nil, nil, closed
	}
	return sweeps, errs, nil
}
