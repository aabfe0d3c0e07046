// Command brim-verify checks the certificate of an answer of brim check. It shares no code with brim: README.md beside
// it says what is to check and why that suffices.
package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"

	"brim/cmd/brim-verify/internal/formula"
	"brim/cmd/brim-verify/internal/net"
	"brim/cmd/brim-verify/internal/proof"
)

const help = `brim-verify checks that a certificate proves an answer to a question about a Petri net.

  brim-verify [flags] MODEL QUESTION CERTIFICATE

MODEL is a file of PNML or a folder that has model.pnml; it and CERTIFICATE may be compressed by gzip.
QUESTION is a formula of CTL or LTL in the notation of brim; FILE.xml:ID for a property of the Model Checking
Contest; 'bound SUM' with places; ReachabilityDeadlock, OneSafe, QuasiLiveness, Liveness, StableMarking;
STATES, TRANSITIONS, MAX_TOKEN_IN_PLACE or MAX_TOKEN_PER_MARKING.

  brim check model.pnml 'AG EF home' --certificate proof.cert
  brim-verify model.pnml 'AG EF home' proof.cert
  brim-verify Kanban-PT-00005 STATES states.cert.gz
  brim-verify --limit-time 10m model.pnml CTLFireability.xml:Kanban-PT-00005-CTLFireability-03 proof.cert

Output and exit status:
  0  verified: ANSWER   the answer that the certificate gives is right
  1  rejected: WHY      the certificate does not prove it
  2  malformed: WHAT    model, question or certificate cannot be read
  3  limit: WHICH       time or memory ended

Flags:
`

// mostBytes limits the model and the certificate, uncompressed.
const mostBytes = 1 << 30

func main() {
	flags := flag.NewFlagSet("brim-verify", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	limitTime := flags.Duration("limit-time", time.Minute, "give up after this `TIME`")
	memory := flags.String("limit-memory", "4GiB", "give up when more memory than this `SIZE` is in use")
	err := flags.Parse(os.Args[1:])
	most, wrong := bytesOf(*memory)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Print(help)
		flags.SetOutput(os.Stdout)
		flags.PrintDefaults()
		return
	case err == nil && wrong != nil:
		err = wrong
	case err == nil && flags.NArg() != 3:
		err = fmt.Errorf("expected MODEL, QUESTION and CERTIFICATE, found %d; see brim-verify -h", flags.NArg())
	}
	if err != nil {
		end(&proof.Failure{Status: proof.Malformed, Text: err.Error()})
	}
	ctx, cancel := context.WithTimeout(context.Background(), *limitTime)
	defer cancel()
	debug.SetMemoryLimit(most / 10 * 9)
	done := make(chan func(), 1)
	go func() {
		answer, err := verify(ctx, flags.Arg(0), flags.Arg(1), flags.Arg(2))
		done <- func() {
			if err != nil {
				end(err)
			}
			fmt.Println("verified: " + answer)
		}
	}()
	for watch := time.Tick(10 * time.Millisecond); ; {
		select {
		case report := <-done:
			report()
			return
		case <-watch:
			atLimits(ctx, most)
		}
	}
}

// end prints why a certificate is not accepted, and ends the program.
func end(err error) {
	failure := &proof.Failure{Status: proof.Malformed, Text: err.Error()}
	errors.As(err, &failure)
	fmt.Println(strings.ReplaceAll(failure.Error(), "\n", " "))
	os.Exit(int(failure.Status))
}

// atLimits ends the program if memory exceeds the limit, or a while after the time limit if nothing else noticed it.
func atLimits(ctx context.Context, most int64) {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	if used := sample[0].Value.Uint64() - sample[1].Value.Uint64(); used > uint64(most) {
		end(&proof.Failure{Status: proof.Limit, Text: "memory"})
	}
	if deadline, _ := ctx.Deadline(); time.Since(deadline) > time.Second {
		end(&proof.Failure{Status: proof.Limit, Text: "time"})
	}
}

// bytesOf reads a size as 4GiB.
func bytesOf(text string) (int64, error) {
	number, shift := text, 0
	for i, unit := range []string{"B", "KiB", "MiB", "GiB", "TiB"} {
		if before, ok := strings.CutSuffix(text, unit); ok {
			number, shift = before, 10*i
		}
	}
	n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
	if err != nil || n < 1 || n > 1<<62>>shift {
		return 0, fmt.Errorf("memory %q; expected a size as 4GiB", text)
	}
	return n << shift, nil
}

// verify reads everything and checks the certificate. It returns the answer that is right.
func verify(ctx context.Context, file, question, certificate string) (string, error) {
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		file = filepath.Join(file, "model.pnml")
	}
	in, err := open(file, mostBytes)
	if err != nil {
		return "", err
	}
	data, err := io.ReadAll(in)
	if err != nil {
		return "", fmt.Errorf("%s: %w", file, err)
	}
	n, err := net.ReadPNML(data, file)
	if err != nil {
		return "", err
	}
	q, err := formula.ReadQuestion(question, n)
	if err != nil {
		return "", fmt.Errorf("question: %w", err)
	}
	hash := sha256.Sum256(data)
	if in, err = open(certificate, mostBytes); err != nil {
		return "", err
	}
	return proof.Verify(ctx, proof.Model{Net: n, Hash: hex.EncodeToString(hash[:])}, q, certificate, in)
}

// open returns a file for reading, uncompressed. If it has more than so many bytes, reading ends with an error.
func open(file string, most int64) (io.Reader, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	buffered := bufio.NewReaderSize(f, 1<<16)
	in := io.Reader(buffered)
	if magic, _ := buffered.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		if in, err = gzip.NewReader(buffered); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return &bounded{in, most}, nil
}

// bounded is a reader that fails after so many bytes.
type bounded struct {
	in   io.Reader
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.in.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, errors.New("too many bytes, uncompressed")
	}
	return n, err
}
