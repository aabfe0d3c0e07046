package measure

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// Which cores this process may use, and which of them a run is kept on.

// Cores returns how many cores this process may use, where processes can be kept on cores.
func Cores() (int, error) {
	allowed, err := allowedCores()
	return len(allowed), err
}

// choose returns n cores that a process may be kept on, of those that this one may use: first one of each physical
// core, those with high numbers before those with low ones, on which a system has most of its own work.
func choose(machine fs.FS, n int) ([]int, error) {
	allowed, err := allowedCores()
	if err != nil {
		return nil, err
	}
	if n > len(allowed) {
		return nil, fmt.Errorf("%d were asked for, %d are there", n, len(allowed))
	}
	return pick(machine, allowed, n), nil
}

// pick is choose of cores that are allowed.
func pick(machine fs.FS, allowed []int, n int) []int {
	type core struct{ number, before int } // before: allowed ones of the same physical core that have higher numbers
	var list []core
	seen := map[string]int{}
	slices.Sort(allowed)
	for _, c := range slices.Backward(allowed) {
		name := fmt.Sprintf("sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", c)
		b, err := fs.ReadFile(machine, name)
		siblings := strings.TrimSpace(string(b))
		if err != nil {
			siblings = name // it has none that are known
		}
		list = append(list, core{c, seen[siblings]})
		seen[siblings]++
	}
	slices.SortStableFunc(list, func(a, b core) int { return cmp.Compare(a.before, b.before) })
	var picked []int
	for _, c := range list[:n] {
		picked = append(picked, c.number)
	}
	slices.Sort(picked)
	return picked
}
