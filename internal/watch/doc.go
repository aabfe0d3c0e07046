// Package watch keeps a process within its limits of time and memory: work runs under a Watch, which tells it by a
// context when it has to end, and abandons it if it does not. It also knows how much memory the machine has, and how
// much the process takes.
package watch
