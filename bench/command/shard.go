package command

import (
	"fmt"
	"path/filepath"

	"brim/bench"

	"github.com/spf13/cobra"
)

// --shard: measures one of several parts of a sweep.

// A shard is the part i of n, from 1 to n; n is 0 if all is to be measured.
type shard struct{ i, n int }

// mostShards bounds --shard and --shards.
const mostShards = 100_000

// Set reads "2/8".
func (s *shard) Set(text string) error {
	var x shard
	var rest string
	if n, _ := fmt.Sscanf(text, "%d/%d%s", &x.i, &x.n, &rest); n != 2 || x.i < 1 || x.i > x.n || x.n > mostShards {
		return fmt.Errorf("expected a part and how many there are, as in 2/8")
	}
	*s = x
	return nil
}

func (s *shard) String() string {
	if s.n == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.i, s.n)
}

// Type names the kind of value in the help.
func (s *shard) Type() string { return "i/n" }

// folder is where the records of the part are, in the results.
func (s *shard) folder() string { return filepath.Join("shards", fmt.Sprintf("%dof%d", s.i, s.n)) }

// shardFlags declares the flags for parts of a sweep.
func (c *benchCommand) shardFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var(&c.shard, "shard", "measure the part i of n of all runs, into the folder shards of --results")
	f.StringArrayVar(&c.times, "times", nil,
		"balance parts by the times in this `file` of records; may be given again, and is the same for all parts")
	_ = cmd.MarkFlagFilename("times", "jsonl")
	_ = cmd.RegisterFlagCompletionFunc("shard", cobra.NoFileCompletions)
}

// walls returns the times by which parts are balanced.
func (c *benchCommand) walls() (map[[2]string]float64, error) {
	all, err := readFiles(c.times)
	return bench.Walls(all), err
}

// share has o measure the part of suites that is asked for.
func (c *benchCommand) share(o *bench.Options, suites []bench.Suite) error {
	if c.shard.n == 0 {
		return nil
	}
	walls, err := c.walls()
	if err != nil {
		return err
	}
	o.Share, o.Folder = bench.Share(suites, c.runs, c.shard.i, c.shard.n, walls), c.shard.folder()
	return nil
}
