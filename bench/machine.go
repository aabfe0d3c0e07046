package bench

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"io"
	"os"
	"runtime"

	"brim/internal/host"
)

// What records say about the machine and the executable.

// changes follows the commit of a build whose sources differed from that commit.
const changes = "+changes"

// describe returns what records say about an executable and this machine: a hash of the file, and of a Go program its
// version of Go and its commit; operating system, processor and cores.
func describe(executable string) (Machine, error) {
	m := Machine{
		Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH,
		Processor: host.Processor(), Cores: runtime.NumCPU(),
	}
	f, err := os.Open(executable)
	if err != nil {
		return m, err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return m, err
	}
	m.Build = hex.EncodeToString(sum.Sum(nil))[:8]
	info, err := buildinfo.Read(f)
	if err != nil {
		return m, nil // no Go program: there is no more to know
	}
	m.Go = info.GoVersion
	commit, modified := host.Commit(info.Settings)
	if m.Commit = commit[:min(len(commit), 12)]; modified {
		m.Commit += changes
	}
	return m, nil
}
