// Package lint has no code. Its tests hold the repository to its own rules: who may import whom, that
// packages are documented with examples that run, that the README says what is so, that every
// reference is resolved.
package lint
