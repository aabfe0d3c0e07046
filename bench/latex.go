package bench

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// Tables as LaTeX.

// latex writes a table environment that needs no packages.
func (s *Sheet) latex(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "\\begin{table}\n\\centering\n\\caption{%s}\n\\label{tab:%s}\n", latexText(s.Title), s.Name)
	fmt.Fprintf(&b, "\\begin{tabular}{%s%s}\n\\hline\n", strings.Repeat("l", s.Left),
		strings.Repeat("r", len(s.Header)-s.Left))
	row := func(cells []string) { b.WriteString(strings.Join(Map(cells, latexText), " & ") + " \\\\\n") }
	row(s.Header)
	b.WriteString("\\hline\n")
	for _, r := range s.Rows {
		row(r)
	}
	b.WriteString("\\hline\n\\end{tabular}\n")
	for _, n := range s.Notes {
		fmt.Fprintf(&b, "\n\\par\\footnotesize\\raggedright %s\n",
			withCode(n, latexText, func(code string) string { return `\texttt{` + latexText(code) + `}` }))
	}
	b.WriteString("\\end{table}\n")
	_, err := w.Write(b.Bytes())
	return err
}

var latexEscapes = strings.NewReplacer(
	`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`,
	"~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "<", `$<$`, ">", `$>$`, "|", `$|$`,
	"–", `--`, "±", `$\pm$`, "≠", `$\neq$`, "δ", `$\delta$`, "→", `$\to$`, "∞", `$\infty$`, "·", `$\cdot$`, "−", `$-$`,
	"≥", `$\geq$`, "≤", `$\leq$`, "…", `\ldots{}`, "“", "``", "”", "''",
)

// latexText escapes plain text for LaTeX.
func latexText(text string) string { return latexEscapes.Replace(text) }
