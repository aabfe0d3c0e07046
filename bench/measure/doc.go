// Package measure runs a process and measures it together with all that it starts: children, their children, and those
// that left their group or lost their parent.
//
//	m := measure.New(measure.Options{Cores: 1})
//	defer m.Close()
//	use, err := m.Run(exec.CommandContext(ctx, "tool", "model"))
//
// There are two ways, and Use.By says which one it was:
//
//   - A cgroup of version 2, on Linux where this process may make one below its own, as under systemd-run --user
//     --scope -p Delegate=yes. The process is put there before it executes anything, so nothing that it starts is
//     missed. CPU time is cpu.stat of the cgroup; memory is memory.peak, the most that all its processes had together,
//     with the files that they read; where the memory controller is not to be had, it is that of the other way.
//   - The system's account of processes that were waited for (rusage). CPU time is that of the process and of all that
//     it waited for; on Linux also of orphans, which come to this process when their parents end. Memory is the most
//     that one of these processes had resident, not their sum. Linux counts what this process has when it starts that
//     one, too: that is Use.Floor, which Ready makes low.
//
// After a run, and when its context ends, nothing of it goes on: the cgroup is killed, or else the process group and,
// on Linux, all orphans. On other systems what leaves the process group is not found. If this process itself is killed,
// the system ends the process that it started, on Linux, and nothing more.
//
// While a process runs, Linux is asked what may disturb it, before and after; see Use.Warnings.
package measure
