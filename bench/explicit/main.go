// Explicit runs the explicit engines of brim on the whole state spaces of nets on which another explicit tool was measured, and
// writes our figures beside its.
//
//	go run ./bench/explicit                  measure everything three times, write results/explicit.md
//	go run ./bench/explicit -from FILE       no measurement: the table from records made before
//
// The nets are those of the Model Checking Contest, which are not part of the module: -models names the folder that has one folder for each
// net. A measurement writes one record for each run into a new file in results/raw. The table is computed from such a file and
// results/peers-explicit.csv.
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
	"time"

	"brim/internal/output"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "explicit:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	runs := flag.Int("runs", 3, "runs of each net and engine; the one with the least CPU time counts")
	models := flag.String("models", filepath.Join("..", "shared", "mcc", "models"), "`directory` of the nets")
	from := flag.String("from", "", "compute the table from this `file` of records")
	dir := flag.String("results", "results", "`directory` of peers-explicit.csv and of what is written")
	flag.Parse()
	if flag.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flag.Arg(0))
	}
	peers, err := readPeers(filepath.Join(*dir, "peers-explicit.csv"))
	if err != nil {
		return err
	}
	name := *from
	if name == "" {
		name = filepath.Join(*dir, "raw", "explicit-"+time.Now().UTC().Format("20060102-150405")+".jsonl")
		if err := measure(ctx, peers, *models, *runs, name); err != nil {
			return err
		}
	}
	records, err := readRecords(name)
	if err != nil {
		return err
	}
	if len(records) == 0 {
		return errors.New("no records")
	}
	return output.Write(ctx, filepath.Join(*dir, "explicit.md"), func(w io.Writer) error {
		_, err := io.WriteString(w, table(peers, records, filepath.Base(name)))
		return err
	})
}
