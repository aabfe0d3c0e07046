// Package fleet has the runs of sweeps measured by workers, on this machine or on others.
//
//	brim bench --serve ─ Server ─ brim-queue ═ NATS JetStream ═ brim-queue ─ Work ─ brim work ─→ bench.Runner
//	                       │
//	                       └─→ bench.Run: journal, verdicts, tables
//
// A task is given to a worker until one has answered it, and again if a worker that has it falls silent, so it can be
// measured twice; its record is kept once, the first. All that lasts is the journal of bench.Run: a Server that is
// started again gives out what has no record there.
//
// The messages are the business of brim-queue, see internal/queue.
package fleet
