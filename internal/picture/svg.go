package picture

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"

	"brim/internal/svg"
)

// SVG lays out a picture. "auto" takes Graphviz if it is installed.
func SVG(ctx context.Context, layout string, dot []byte) ([]byte, error) {
	program, err := exec.LookPath("dot")
	switch {
	case layout == "own" || layout == "auto" && err != nil:
		return svg.Render(dot)
	case err != nil:
		return nil, fmt.Errorf("--layout dot needs the program dot of Graphviz, which is not installed (https://graphviz.org/download); try --layout own")
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
