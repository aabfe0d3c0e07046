// Peers runs the command brim, as a user would, on the nets on which other tools were measured, and writes
// our figures beside theirs.
//
//	go run ./bench/peers                      measure everything three times, write results/reach.md
//	go run ./bench/peers -only 'sr:|fms:200'  measure some nets only, print the table, keep nothing
//	go run ./bench/peers -from FILE           no measurement: the table from records made before
//
// A measurement writes one record for each run into a new file in results/raw. The table is computed from such a
// file and results/peers.csv, so it can be made again at any time.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"time"

	"brim/internal/output"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

// writeText makes a text what is in a file.
func writeText(ctx context.Context, path, text string) error {
	return output.Write(ctx, path, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

func run(ctx context.Context) error {
	only := flag.String("only", "", "measure the nets that match this `expression`, as in sr:|fms:200, and print the table only")
	runs := flag.Int("runs", 3, "runs of each net; the one with the least CPU time counts")
	limit := flag.Duration("limit", 2*time.Minute, "end a run after this time")
	from := flag.String("from", "", "compute the table from this `file` of records")
	dir := flag.String("results", "results", "`directory` of peers.csv and of what is written")
	readme := flag.String("readme", "README.md", "`file` with a short form of the table to bring up to date; empty for none")
	flag.Parse()
	if flag.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flag.Arg(0))
	}
	match, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	peers, err := readPeers(filepath.Join(*dir, "peers.csv"))
	if err != nil {
		return err
	}
	var records []record
	name := *from
	if name != "" {
		records, err = readRecords(name)
	} else {
		if *only == "" {
			name = filepath.Join(*dir, "raw", "reach-"+time.Now().UTC().Format("20060102-150405")+".jsonl")
		}
		records, err = measure(ctx, rowsOf(peers, match), *runs, *limit, name)
	}
	if err != nil {
		return err
	}
	if len(records) == 0 {
		return errors.New("no records")
	}
	t := newTable(peers, records, name)
	if *only != "" {
		_, err = os.Stdout.WriteString(t.full())
		return err
	}
	if err := writeText(ctx, filepath.Join(*dir, "reach.md"), t.full()); err != nil {
		return err
	}
	if *readme == "" {
		return nil
	}
	return t.updateReadme(ctx, *readme)
}
