package main

import (
	"fmt"
	"net"

	"brim/internal/serve"

	"github.com/spf13/cobra"
)

const serveHelp = `Show nets in a browser: their drawing, the token game, questions, what answers rest on, and state spaces.

The page is for one user at this machine. It is served on the loopback interface only, at an address that no other
program can guess; whoever has the address can do what the page can. Nothing is loaded from elsewhere, and nothing is
sent there. Ctrl-C ends it.

` + modelHelp

const serveExamples = `  brim serve dphil:3
  brim serve model.pnml kanban:5 --port 8080`

func newServe(a *app) *cobra.Command {
	var l limits
	var port int
	cmd := &cobra.Command{
		Use: "serve [MODEL…]", Short: "see and play nets in a browser", Long: serveHelp, Example: serveExamples, ValidArgsFunction: completeModel,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := l.begin(cmd); err != nil {
				return err
			}
			s, err := serve.New(cmd.Context(), serve.Options{Models: args, Limits: l.check()})
			if err != nil {
				return err
			}
			listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", fmt.Sprint(port)))
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintln(a.out, s.Address(listener)); err != nil {
				return err
			}
			return s.Serve(cmd.Context(), listener)
		},
	}
	l.flags(cmd)
	cmd.Flags().IntVar(&port, "port", 0, "listen on this port; 0 is any that is free")
	return cmd
}
