package nets

// Fischer's protocol: processes exclude each other by one shared variable and by time [Lam87].

// What a process of Fischer's protocol takes at most to set the variable, and how long it waits then.
const (
	fischerSets  = 2
	fischerWaits = 3
)

// fischer is Fischer's protocol for N processes, a timed-arc net. The variable is 0, or the number of the process that
// set it last; its value is the place set_j that has the token.
//
//	try_i:     idle_i → request_i            if the variable is 0
//	set_i_j:   request_i → wait_i            within 2 units; the variable changes from j to i
//	enter_i:   wait_i → critical_i           after 3 units or more, if the variable is i
//	retry_i_j: wait_i → idle_i               after 3 units or more, if the variable is j, and not i
//	leave_i_j: critical_i → idle_i           the variable changes from j to 0
//
// No two processes are critical at the same time, for each N, because a process waits longer than others take to set
// the variable; if it waited 2 units, two could be. A process can be critical after 3 units, and not before. There is
// no deadlock, and a process may be left out for ever.
func fischer() Family {
	f := Family{
		Name:      "fischer",
		Title:     "Fischer's protocol of mutual exclusion by time",
		Parameter: "processes",
		Numbers:   numbers(1, 1_000, "N"),
	}
	f.buildsTimed(func(b *timedBuilder, n int) { b.fischer(n, fischerWaits) }, (*timedBuilder).timedArc)
	return f
}

// fischer adds n processes that wait so long.
func (b *timedBuilder) fischer(n int, waits int64) {
	set := []int{b.place("set_0", 1)}
	for i := 1; i <= n; i++ {
		set = append(set, b.place(at("set", i), 0))
	}
	for i := 1; i <= n; i++ {
		idle, request := b.place(at("idle", i), 1), b.young(at("request", i), fischerSets)
		wait, critical := b.place(at("wait", i), 0), b.place(at("critical", i), 0)
		b.fire(at("try", i), []int{idle, set[0]}, []int{request, set[0]})
		for j := range set {
			b.fire(at(at("set", i), j), []int{request, set[j]}, []int{wait, set[i]})
			if j != i {
				b.take(b.fire(at(at("retry", i), j), []int{set[j]}, []int{idle, set[j]}), wait, from(waits))
			}
			b.fire(at(at("leave", i), j), []int{critical, set[j]}, []int{idle, set[0]})
		}
		b.take(b.fire(at("enter", i), []int{set[i]}, []int{critical, set[i]}), wait, from(waits))
	}
}

// fischerFold is fischer:N without the numbers of the processes, a net of the same size for each N. The token of the
// process that the variable names is on waitset or criticalset; that of another on wait or critical. The place free has
// a token while the variable is 0. Each reachable marking is that of one or more of fischer:N, when numbers are
// forgotten, and the other way round, at the same times; TAPAAL has such a net among its examples.
func fischerFold() Family {
	f := Family{
		Name:      "fischer-fold",
		Title:     "Fischer's protocol, processes without numbers",
		Parameter: "processes",
		Numbers:   numbers(1, maxTokens, "N"),
	}
	f.buildsTimed(func(b *timedBuilder, n int) { b.fischerFold(n, fischerWaits) }, (*timedBuilder).timedArc)
	return f
}

func (b *timedBuilder) fischerFold(n int, waits int64) {
	free, idle := b.place("free", 1), b.place("idle", n)
	request := b.young("request", fischerSets)
	wait, waitset := b.place("wait", 0), b.place("waitset", 0)
	critical, criticalset := b.place("critical", 0), b.place("criticalset", 0)

	b.fire("try", []int{idle, free}, []int{request, free})
	b.fire("set", []int{request, free}, []int{waitset})
	b.carry(b.fire("set_wait", []int{request}, []int{waitset}), waitset, wait)
	b.fire("set_critical", []int{request, criticalset}, []int{waitset, critical})
	b.take(b.fire("enter", nil, []int{criticalset}), waitset, from(waits))
	b.take(b.fire("retry", nil, []int{idle}), wait, from(waits))

	b.fire("leave", []int{criticalset}, []int{idle, free})
	b.fire("leave_free", []int{critical, free}, []int{idle, free})
	b.carry(b.fire("leave_wait", []int{critical}, []int{idle, free}), waitset, wait)
	b.fire("leave_critical", []int{critical, criticalset}, []int{idle, free, critical})
}
