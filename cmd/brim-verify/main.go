// Command brim-verify checks the certificate of an answer of brim check. It shares no code with brim: README.md beside
// it says what is to check and why that suffices.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
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
  brim-verify --limit-time 10m model.pnml CTLFireability.xml:Kanban-PT-00005-CTLFireability-03 proof.cert

Output and exit status:
  0  verified: ANSWER   the answer that the certificate gives is right
  1  rejected: WHY      the certificate does not prove it
  2  malformed: WHAT    model, question or certificate cannot be read
  3  limit: WHICH       time or memory ended

Flags:
`

// mostBytes limits what a compressed file may have, uncompressed.
const mostBytes = 1 << 30

func main() {
	flags := flag.NewFlagSet("brim-verify", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	limitTime := flags.Duration("limit-time", time.Minute, "give up after this `TIME`")
	memory := flags.Int64("limit-memory", 4096, "give up when more memory than this is in use, in `MiB`")
	err := flags.Parse(os.Args[1:])
	if errors.Is(err, flag.ErrHelp) {
		fmt.Print(help)
		flags.SetOutput(os.Stdout)
		flags.PrintDefaults()
		return
	}
	if err == nil && flags.NArg() != 3 {
		err = fmt.Errorf("expected MODEL, QUESTION and CERTIFICATE, found %d; see brim-verify -h", flags.NArg())
	}
	if err != nil {
		end("", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), *limitTime)
	defer cancel()
	debug.SetMemoryLimit(*memory << 20 / 10 * 9)
	done := make(chan func(), 1)
	go func() {
		answer, err := verify(ctx, flags.Arg(0), flags.Arg(1), flags.Arg(2))
		done <- func() { end(answer, err) }
	}()
	for watch := time.Tick(10 * time.Millisecond); ; {
		select {
		case report := <-done:
			report()
		case <-ctx.Done():
			end("", &net.Failure{Status: net.Limit, Text: "time"})
		case <-watch:
			if used() > *memory {
				end("", &net.Failure{Status: net.Limit, Text: "memory"})
			}
		}
	}
}

// end prints the result and ends the program.
func end(answer string, err error) {
	if err == nil {
		fmt.Println("verified: " + answer)
		os.Exit(0)
	}
	failure := &net.Failure{Status: net.Malformed, Text: err.Error()}
	errors.As(err, &failure)
	fmt.Println(strings.ReplaceAll(failure.Error(), "\n", " "))
	os.Exit(int(failure.Status))
}

// used returns how much memory is in use, in MiB.
func used() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64()-sample[1].Value.Uint64()) >> 20
}

// verify reads everything and checks the certificate. It returns the answer that is right.
func verify(ctx context.Context, file, question, certificate string) (answer string, err error) {
	defer net.Catch(&err)
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		file = filepath.Join(file, "model.pnml")
	}
	model, text := read(file), read(certificate)
	n := net.ReadPNML(model)
	hash := fmt.Sprintf("%x", sha256.Sum256(model))
	q := formula.ReadQuestion(question, n)
	return proof.Verify(ctx, proof.Model{Net: n, Hash: hash}, q, certificate, bytes.NewReader(text))
}

// read returns what is in a file, uncompressed.
func read(file string) []byte {
	data, err := os.ReadFile(file)
	net.Must(err)
	if !bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return data
	}
	in, err := gzip.NewReader(bytes.NewReader(data))
	net.Must(err)
	data, err = io.ReadAll(io.LimitReader(in, mostBytes))
	if err == nil && len(data) == mostBytes {
		err = errors.New("too many bytes, uncompressed")
	}
	net.Must(err)
	return data
}
