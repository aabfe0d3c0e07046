// Package lint has tests only, which hold the repository to its own rules: which package may import which, how large
// packages, functions and documents may be, that packages are documented with examples that run, that commands, flags,
// files and names in documents exist, that the promised API stays, and that every reference is resolved.
package lint
