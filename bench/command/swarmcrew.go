package command

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"brim/internal/queue"
	"brim/internal/watch"
)

// The workers of a swarm on the machine of its front.

// A crew keeps a number of workers running: one that ends is replaced.
type crew struct {
	c      *swarmCommand
	args   []string        // of a worker, without the URL
	folder string          // for temporary files of workers, which may be killed
	front  context.Context // of the search: when it has ended, no worker is replaced
	ended  context.Context // of the workers
	stop   context.CancelFunc
	all    sync.WaitGroup
}

// Times of a crew.
const (
	crewWait     = "10s"                  // how long a worker waits for its front
	crewFarewell = 3 * time.Second        // how long it may take to end when the front has
	crewPause    = 300 * time.Millisecond // before a worker is replaced
)

// newCrew returns a crew, which start starts and end ends; ctx is that of the search.
func newCrew(ctx context.Context, c *swarmCommand, setup queue.Setup, brim string) (*crew, error) {
	folder, err := os.MkdirTemp("", "brim-crew-")
	if err != nil {
		return nil, err
	}
	x := &crew{c: c, folder: folder, front: ctx}
	x.ended, x.stop = context.WithCancel(context.Background())
	x.args = []string{"--quiet", "--brim", brim, "--wait", crewWait, "--queue-name", setup.Name}
	if setup.TokenFile != "" {
		x.args = append(x.args, "--token-file", setup.TokenFile)
	}
	if setup.Credentials != "" {
		x.args = append(x.args, "--credentials", setup.Credentials)
	}
	if setup.CA != "" {
		x.args = append(x.args, "--tls-ca", setup.CA)
	}
	if setup.Certificate != "" {
		x.args = append(x.args, "--tls-cert", setup.Certificate, "--tls-key", setup.Key)
	}
	if memory := watch.MachineMemory() / 4 * 3; memory > 0 && c.workers > 0 {
		x.args = append(x.args, "--limit-memory", strconv.FormatInt(max(memory/int64(c.workers), 64<<20), 10))
	}
	return x, nil
}

// start starts the workers for the front at url.
func (x *crew) start(url string) {
	program, err := os.Executable()
	if err != nil {
		x.c.Note("brim-bench: there are no workers on this machine: %v", err)
		return
	}
	for range x.c.workers {
		x.all.Go(func() { x.keep(program, append([]string{"work", "--queue", url}, x.args...)) })
	}
}

// keep runs a worker again and again until the crew ends. Why one has ended is told once for each reason.
func (x *crew) keep(program string, args []string) {
	told := ""
	for x.ended.Err() == nil && x.front.Err() == nil {
		var errs bytes.Buffer
		cmd := exec.CommandContext(x.ended, program, args...)
		cmd.Env = append(os.Environ(), "TMPDIR="+x.folder)
		cmd.Stderr = &errs
		cmd.WaitDelay = time.Second
		err := cmd.Run()
		if err == nil { // the front has ended
			return
		}
		if why := strings.TrimSpace(errs.String()); x.ended.Err() == nil && x.front.Err() == nil && why != "" &&
			why != told {
			told = why
			x.c.Note("%s", why)
		}
		select {
		case <-x.ended.Done():
		case <-x.front.Done():
		case <-time.After(crewPause):
		}
	}
}

// end waits a little for the workers, which hear of the end from the front, ends those that are left, and removes their
// files.
func (x *crew) end() {
	late := time.AfterFunc(crewFarewell, x.stop)
	x.all.Wait()
	late.Stop()
	x.stop()
	_ = os.RemoveAll(x.folder)
}
