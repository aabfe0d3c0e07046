// Package swarm decides the questions of a model by many runs of brim at the same time, on any machines: questions ×
// techniques × orders × seeds, in ever longer slices of time. The idea is that of [HJG08]; papers 000 and 004 search so
// with random parts and bounded depths.
//
//	Run ─ brim-queue ═ NATS JetStream ═ brim-queue ─ Worker ─→ brim check --certificate
//	 └─→ brim-verify
//
// No worker is believed. It sends the certificate of its answer, brim-verify checks that on this machine, and the first
// one that is verified decides the question and ends all other runs of it. An answer without a certificate is kept as a
// claim, and decides nothing. So a worker that is killed, hangs or lies costs time and nothing else: the schedule gives
// out further jobs, with longer slices and other seeds, as long as a question is open and workers wait.
//
// A job names its files by their digests; brim-queue brings them to the workers. It has no command line but a plan of
// options, of which a worker accepts those that neither write files nor run programs.
package swarm
