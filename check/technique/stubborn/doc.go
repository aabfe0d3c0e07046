// Package stubborn decides deadlocks, bounds and reachability of nets by searches that leave out firings by stubborn
// sets. See package engine/explicit.
package stubborn
