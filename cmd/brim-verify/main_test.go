package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const model = `<?xml version="1.0"?>
<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
<net id="shuttle" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="page">
<place id="left"><initialMarking><text>1</text></initialMarking></place><place id="right"/><place id="count"/>
<transition id="there"/><transition id="back"/><transition id="tick"/>
<arc id="a" source="left" target="there"/><arc id="b" source="there" target="right"/>
<arc id="c" source="right" target="back"/><arc id="d" source="back" target="left"/>
<arc id="e" source="right" target="tick"/><arc id="f" source="tick" target="right"/>
<arc id="g" source="tick" target="count"/>
</page></net></pnml>
`

// TestMain is the program itself if a test says so.
func TestMain(m *testing.M) {
	if os.Getenv("BRIM_VERIFY_TEST") != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// run runs the program.
func run(t *testing.T, args ...string) (status int, output string) {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "BRIM_VERIFY_TEST=1")
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

func write(t *testing.T, file, text string) string {
	var b bytes.Buffer
	if strings.HasSuffix(file, ".gz") {
		z := gzip.NewWriter(&b)
		_, _ = io.WriteString(z, text)
		_ = z.Close()
	} else {
		b.WriteString(text)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestProgram(t *testing.T) {
	dir := t.TempDir()
	head := fmt.Sprintf(".brim-certificate 2\n.model %x\n.deadlock maximal\n.answer ", sha256.Sum256([]byte(model)))
	net := write(t, filepath.Join(dir, "model.pnml"), model)
	packed := write(t, filepath.Join(dir, "packed.pnml.gz"), model)
	other := write(t, filepath.Join(dir, "other.pnml"), model+"\n")
	broken := write(t, filepath.Join(dir, "broken.pnml"), model[:300])
	good := write(t, filepath.Join(dir, "good"), head+"holds\n.part\nfire 0 \"there\"\n.end\n")
	small := write(t, filepath.Join(dir, "small.gz"), head+"holds\n.part\nfire 0 \"there\"\n.end\n")
	bad := write(t, filepath.Join(dir, "bad"), head+"holds\n.end\n")
	endless := write(t, filepath.Join(dir, "endless"), head+"holds\n.part\nexplore 999999999\n.end\n")
	pump := write(t, filepath.Join(dir, "pump"), head+"infinite\n.pump 1\n\"there\" \"tick\"\n.end\n")
	const question = "EF right = 1"
	for _, x := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{net, question, good}, 0, "verified: holds\n"},
		{[]string{dir, question, small}, 0, "verified: holds\n"},
		{[]string{packed, question, small}, 0, "verified: holds\n"},
		{[]string{net, "STATES", pump}, 0, "verified: infinite\n"},
		{[]string{"-limit-memory", "1024", net, question, good}, 0, "verified: holds\n"},
		{[]string{net, question, bad}, 1, "rejected: "},
		{[]string{net, "AG right = 0", good}, 1, "rejected: "},
		{[]string{other, question, good}, 1, "rejected: "},
		{[]string{broken, question, good}, 2, "malformed: "},
		{[]string{net, "EF middle = 1", good}, 2, "malformed: formula: "},
		{[]string{net, question, filepath.Join(dir, "none")}, 2, "malformed: "},
		{[]string{net, question}, 2, "malformed: "},
		{[]string{"--limit-memory", "much", net, question, good}, 2, "malformed: invalid value \"much\""},
		{[]string{"--what", net, question, good}, 2, "malformed: "},
		{[]string{"--limit-time", "50ms", net, question, endless}, 3, "limit: time\n"},
		{[]string{"--limit-memory", "64", net, question, endless}, 3, "limit: memory\n"},
		{[]string{"-h"}, 0, "brim-verify checks"},
	} {
		status, output := run(t, x.args...)
		if status != x.status || !strings.HasPrefix(output, x.want) || status != 0 && strings.Count(output, "\n") != 1 {
			t.Errorf("%q: status %d, %s", x.args, status, output)
		}
	}
}
