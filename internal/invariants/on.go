//go:build invariants

// Package invariants reports whether the expensive self-checks are compiled in.
package invariants

// Enabled is true in builds with the tag "invariants".
const Enabled = true
