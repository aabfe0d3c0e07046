// Command release packs a folder as an archive that depends on nothing but the names, the contents and the executable
// bits of its files, and the time that is given: .tar.gz, or .zip for Windows. It is a part of release/build.
//
//	go run ./release -time SECONDS FOLDER ARCHIVE
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"brim/internal/output"
)

func main() {
	seconds := flag.Int64("time", 0, "all files have this time, in seconds since 1970")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "release: expected FOLDER ARCHIVE")
		os.Exit(2)
	}
	folder, archive := flag.Arg(0), flag.Arg(1)
	err := output.Write(context.Background(), archive, func(w io.Writer) error {
		return pack(w, folder, strings.HasSuffix(archive, ".zip"), time.Unix(*seconds, 0).UTC())
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}
