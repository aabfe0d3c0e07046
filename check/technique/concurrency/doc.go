// Package concurrency is the technique that decides what follows from pairs of places that are never marked together.
package concurrency
