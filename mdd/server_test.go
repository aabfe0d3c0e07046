package mdd

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"
)

var serve = flag.Duration("serve", 0, "how long each server of TestServerStaysFlat runs, at least")

// The memory of a program that makes and drops sets without end stays flat, whether it releases them or leaves them to
// Go's collector. An hour of it: go test ./mdd -run ServerStaysFlat -serve 1h -timeout 3h -v
func TestServerStaysFlat(t *testing.T) {
	collections := 6 // in each part
	if testing.Short() {
		collections = 3
	}
	for _, release := range []bool{true, false} {
		t.Run(fmt.Sprintf("release=%v", release), func(t *testing.T) {
			v := newServer(release)
			defer v.f.Close()
			var parts [3]footprint // the first one is the start
			served := 0
			for part := range parts {
				end, last := time.Now().Add(*serve/3), v.f.Stats().Collections+collections
				for v.f.Stats().Collections < last || *serve > 0 && time.Now().Before(end) {
					v.request()
					if served++; served%5 == 0 {
						parts[part].note(v.f)
					}
				}
			}
			st := v.f.Stats()
			t.Logf("%d requests, %d collections in %v, %d nodes freed, %d runs of Go's collector in %v",
				served, st.Collections, st.CollectTime, st.Freed, st.GoRuns, st.GoTime)
			t.Logf("at most %v, then %v, then %v", parts[0], parts[1], parts[2])
			before, after := parts[1], parts[2]
			if after.store > before.store*3/2 || after.resident > before.resident*3/2 ||
				after.roots > before.roots*3/2 {
				t.Error("the memory grows")
			}
			if err := v.f.Check(); err != nil {
				t.Error(err)
			}
			v.stop()
			if release { // all was released, so Go's collector is not needed
				v.f.s.Collect()
			} else {
				v.f.Collect()
			}
			if left := v.f.Stats(); left.Nodes != 0 || left.Roots != 0 || release && left.GoRuns != st.GoRuns {
				t.Errorf("%d nodes and %d roots are left, after %d runs of Go's collector", left.Nodes, left.Roots,
					left.GoRuns-st.GoRuns)
			}
		})
	}
}

// A footprint is the largest memory that a program took.
type footprint struct {
	store, resident int64 // bytes
	roots           int
}

func (p footprint) String() string {
	return fmt.Sprintf("%d KiB in the store, %d KiB resident, %d roots", p.store>>10, p.resident>>10, p.roots)
}

// note records the memory of the store and of the process; of the latter only where /proc has it.
func (p *footprint) note(f *Forest) {
	st := f.Stats()
	p.store, p.roots = max(p.store, st.Bytes), max(p.roots, st.Roots)
	text, err := os.ReadFile("/proc/self/statm")
	if fields := bytes.Fields(text); err == nil && len(fields) > 1 {
		pages := int64(0)
		fmt.Sscan(string(fields[1]), &pages)
		p.resident = max(p.resident, pages*int64(os.Getpagesize()))
	}
}

// A server keeps some sets, and makes others of them for each request.
type server struct {
	f       *Forest
	rng     *rand.Rand
	release bool
	kept    []Set
}

func newServer(release bool) *server {
	v := &server{f: New(8, Options{}), rng: rand.New(rand.NewPCG(8, 8)), release: release}
	for range 200 {
		v.kept = append(v.kept, v.some())
	}
	return v
}

// some makes a set: at times of 30 tuples, with small nodes, and else with a third of all values on each level.
func (v *server) some() Set {
	if v.rng.IntN(4) == 0 {
		list := make([][]int, 30)
		for i := range list {
			list[i] = v.tuple()
		}
		return v.f.Tuples(list)
	}
	box := make([][]int, v.f.levels)
	for k := range box {
		for value := range 200 {
			if v.rng.IntN(3) == 0 {
				box[k] = append(box[k], value)
			}
		}
	}
	return v.f.Box(box)
}

func (v *server) tuple() []int {
	values := make([]int, v.f.levels)
	for k := range values {
		values[k] = v.rng.IntN(30)
	}
	return values
}

// drop gives up sets that are not needed any more.
func (v *server) drop(sets ...Set) {
	if v.release {
		for _, s := range sets {
			s.Release()
		}
	}
}

// request makes some sets and a relation, and keeps one of the sets in the place of another one.
func (v *server) request() {
	at := v.rng.IntN(len(v.kept))
	old, other := v.kept[at], v.kept[v.rng.IntN(len(v.kept))]
	s := v.some()
	u := s.Union(other)
	m := u.Minus(old)
	w := m.Where(3, func(v int) bool { return v%2 == 0 })
	r := v.f.NewRelation()
	r.Add(Step{1 + at%v.f.levels, Shift{Min: 1, Delta: -1}}, Step{1 + (at+1)%v.f.levels, Shift{Delta: 1}})
	image := r.Image(w)
	again := s.Union(other)
	v.kept[at] = s
	v.drop(old, u, m, w, image, again)
	for range 20 {
		v.drop(v.f.Tuple(v.tuple()...))
	}
}

func (v *server) stop() {
	v.drop(v.kept...)
	v.kept = nil
}
