package views

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"

	"brim/check"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"brim/internal/ui/serve"
	"brim/internal/ui/window"

	"github.com/spf13/cobra"
)

// brim serve: starts the server of the page in the browser.

const serveHelp = `Show and draw nets in a browser: their drawing, the token game, questions, what answers rest on, and state spaces.

The page is for one user at this machine. It is served on the loopback interface only, at an address that no other
program can guess; whoever has the address can do what the page can. Nothing is loaded from elsewhere, and nothing
is sent there. The address is printed, and with --open a browser opens it. More nets are opened in the page, which
also shows files anew when they change. Ctrl-C ends the server.

All that the page asks for at the same time has one limit of memory. When it comes near, the largest of several
explorations ends and says so; the others go on. Limits of time and nodes are those of each question.

The page draws nets, too: places, transitions and arcs of all kinds, by the mouse or by keys, saved as PNML with their
positions, as SVG and as PNG. The token game and questions work on what is drawn. --new begins with an empty net.

An answer about a net from a file can have a certificate. If a program brim-verify is next to brim or in the path,
the page has it check the certificate, and says verified only if that program did.

` + models.Help

const serveExamples = `  brim serve dphil:3
  brim serve --open model.pnml kanban:5
  brim serve --new --open
  brim serve --port 8080 --limit-memory 2GiB --limit-time 10m model.pnml`

// An addressReport is where the page is, as JSON.
type addressReport struct {
	Address string `json:"address"`
}

func Serve(a *cli.App) *cobra.Command {
	var l models.Limits
	var port int
	var open, empty bool
	cmd := &cobra.Command{
		Use: "serve [MODEL…]", Long: serveHelp, Example: serveExamples, ValidArgsFunction: completeModels,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := l.Begin(cmd); err != nil {
				return err
			}
			if port < 0 || port > 1<<16-1 {
				return cli.Misuse(cmd, fmt.Errorf("--port %d: expected a number from 0 to 65535", port))
			}
			return serveModels(cmd.Context(), a, &l, serve.Options{Models: args, New: empty}, port, open)
		},
	}
	l.Flags(cmd)
	cmd.Flags().Lookup("limit-time").Usage = "end each question and exploration after this time, as 30s or 1h30m"
	cmd.Flags().Lookup(models.LimitNodes).Usage = "end a question or exploration when its diagrams have more nodes"
	cmd.Flags().IntVar(&port, "port", 0, "listen on this port; 0 is any that is free")
	cmd.Flags().BoolVar(&open, "open", false, "open the page in a browser")
	cmd.Flags().BoolVar(&empty, "new", false, "begin with an empty net in the editor")
	return cmd
}

// serveModels loads the models, serves the page on a port of the loopback interface, prints its address, and opens a
// browser if asked to. It returns when the context ends.
func serveModels(ctx context.Context, a *cli.App, l *models.Limits, o serve.Options, port int, open bool) error {
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		var op *net.OpError
		if errors.As(err, &op) {
			err = op.Err
		}
		return fmt.Errorf("cannot listen on port %d: %w", port, err)
	}
	defer listener.Close()
	o.Limits, o.Digest, o.Verifier = l.Check(), models.Digest, verifier()
	o.Load = func(ctx context.Context, name string) (*check.Model, error) { return models.Read(ctx, a, name) }
	o.Fault = func(value any, stack []byte) { a.Note("brim: internal error: %v\n\n%s", value, stack) }
	s, err := serve.New(ctx, o)
	if err != nil {
		if models.Limited(err) {
			return l.Early(err)
		}
		return err
	}
	if err := sayAddress(a, s.Address(listener)); err != nil {
		return err
	}
	if open {
		if forget, err := window.Page(s.Address(listener)); err != nil {
			a.Note("brim: no browser was opened: %v", err)
		} else {
			defer forget()
		}
	}
	return s.Serve(ctx, listener)
}

// verifier returns the path of brim-verify, "" if it is not there.
func verifier() string {
	path, err := cli.Companion("brim-verify")
	if err != nil {
		return ""
	}
	return path
}

// sayAddress prints where the page is.
func sayAddress(a *cli.App, address string) error {
	if a.JSON {
		return cli.WriteJSON(a.Out, addressReport{address})
	}
	_, err := fmt.Fprintf(a.Out, "%s\n", address)
	return err
}

// completeModels offers models, however many there are before.
func completeModels(cmd *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return models.Complete(cmd, nil, typed)
}
