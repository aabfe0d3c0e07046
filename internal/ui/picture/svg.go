package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// Layout by Graphviz.

// noGraphviz is the error where there is no program that lays out pictures.
const noGraphviz = `an svg needs the program dot of Graphviz, which is not installed; expected it on PATH, from
  https://graphviz.org/download or by "go install github.com/goccy/go-graphviz/cmd/dot@latest"; --format dot needs
  nothing`

// SVG has Graphviz lay out a picture.
func SVG(ctx context.Context, dot []byte) ([]byte, error) {
	program, err := exec.LookPath("dot")
	if err != nil {
		return nil, errors.New(noGraphviz)
	}
	cmd := exec.CommandContext(ctx, program, "-Tsvg")
	var out, complaints bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(dot), &out, &complaints
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("%s: %v: %s", program, err, strings.TrimSpace(complaints.String()))
	}
	return out.Bytes(), nil
}
