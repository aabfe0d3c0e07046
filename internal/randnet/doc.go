// Package randnet makes small random Petri nets for property tests, shrinks the
// nets on which a test fails, and keeps them as text.
package randnet
