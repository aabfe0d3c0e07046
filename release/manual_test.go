package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The manual page of brim-verify, which is written by hand, names the flags and the questions of its help.
func TestManualOfVerifier(t *testing.T) {
	page, err := os.ReadFile("brim-verify.1")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile(filepath.Join("..", "cmd", "brim-verify", "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(page), `\-`, "-")
	flags := regexp.MustCompile(`flags\.\w+\("([a-z-]+)"`).FindAllStringSubmatch(string(source), -1)
	_, questions, _ := strings.Cut(string(source), "QUESTION is")
	questions, _, _ = strings.Cut(questions, "\n\n")
	words := regexp.MustCompile(`\b[A-Z]\w*[a-z]\w*[A-Z]\w*|\b[A-Z]+_[A-Z_]+|\bLiveness\b`).FindAllString(questions, -1)
	if len(flags) < 2 || len(words) < 6 {
		t.Fatalf("found %d flags and the questions %q in the help", len(flags), words)
	}
	for _, f := range flags {
		words = append(words, "-"+f[1])
	}
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("the manual page does not have %s", w)
		}
	}
}
