package serve

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"brim/check"
	"brim/internal/watch"
)

// aDesk returns a desk with this limit of memory, and has the process take as much as resident says.
func aDesk(t *testing.T, most int64, resident *atomic.Int64) *desk {
	d := newDesk(t.Context(), Options{Limits: check.Limits{Memory: most}, Fault: func(any, []byte) {}})
	d.governor.resident = resident.Load
	return d
}

// until returns a job's work that takes so many bytes until it is told to end, and then returns why.
func until(bytes int64) work {
	return func(ctx context.Context, _ check.Limits, report func(check.Progress)) (any, error) {
		report(check.Progress{Phase: "long", Bytes: bytes})
		<-ctx.Done()
		return context.Cause(ctx), nil
	}
}

func quick(context.Context, check.Limits, func(check.Progress)) (any, error) { return "known", nil }

// state returns how a job is.
func (d *desk) state(t *testing.T, id string) (Job, Progress) {
	t.Helper()
	j, err := d.find(id)
	if err != nil {
		t.Fatal(err)
	}
	p, told := j.look()
	return told, p
}

var some = &model{info: ModelInfo{ID: 1}}

// However many long jobs there are, a short one has its turn soon, and those that wait say so.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := aDesk(t, 0, new(atomic.Int64))
		var long []Job
		places := cap(d.governor.places)
		for range 5 * places {
			long = append(long, d.start(some, "ask", 0, until(1)))
		}
		synctest.Wait() // they wait in the order in which they came
		short := d.start(some, "ask", 0, quick)
		synctest.Wait()
		if _, p := d.state(t, long[0].ID); p.Phase != "long" && p.Phase != "waiting" {
			t.Errorf("the first is %+v", p)
		}
		if j, p := d.state(t, short.ID); j.State != "runs" || p.Phase != "waiting" ||
			!strings.Contains(p.Detail, "places") {
			t.Errorf("the short one is %+v, %+v; expected to wait", j, p)
		}
		time.Sleep(5*youth + youth/2)
		synctest.Wait()
		if j, _ := d.state(t, short.ID); j.State != "done" || j.Result != "known" {
			t.Errorf("the short one is %+v; expected the result", j)
		}
		for _, j := range long {
			if got, p := d.state(t, j.ID); got.State != "runs" || p.Phase != "long" {
				t.Errorf("a long one is %+v, %+v", got, p)
			}
			k, _ := d.find(j.ID)
			k.cancel(nil)
		}
		synctest.Wait()
		if j, _ := d.state(t, long[0].ID); j.State != "stopped" || j.Problem != "" || j.Result == nil {
			t.Errorf("one that was stopped is %+v", j)
		}
	})
}

// A long job rests where it reports how far it is while others are young.
func TestLongJobsRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := aDesk(t, 0, new(atomic.Int64))
		var reports atomic.Int64
		long := d.start(some, "ask", 0, func(ctx context.Context, _ check.Limits, report func(check.Progress)) (any,
			error) {
			for ctx.Err() == nil {
				time.Sleep(100 * time.Millisecond)
				report(check.Progress{Phase: "long"})
				reports.Add(1)
			}
			return nil, nil
		})
		time.Sleep(youth + 500*time.Millisecond)
		before := reports.Load()
		if before < 20 {
			t.Errorf("%d reports; expected the job to go on", before)
		}
		d.start(some, "ask", 0, until(1))
		time.Sleep(youth - 200*time.Millisecond)
		if got := reports.Load(); got > before+1 {
			t.Errorf("%d reports beside a young job, %d before", got, before)
		}
		time.Sleep(time.Second)
		if got := reports.Load(); got < before+5 {
			t.Errorf("%d reports, %d before; expected the job to go on", got, before)
		}
		d.start(some, "ask", 0, until(1))
		time.Sleep(youth / 2)
		j, _ := d.find(long.ID)
		j.cancel(nil)
		synctest.Wait()
		if !j.over() {
			t.Error("a job that rests cannot be stopped")
		}
		for _, j := range d.jobs {
			j.cancel(nil)
		}
		synctest.Wait()
	})
}

// Near the limit the largest job ends, by the limit, nothing begins before it has, and the others go on.
func TestLargestEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var resident atomic.Int64
		d := aDesk(t, 800, &resident)
		gate := make(chan struct{})
		large := d.start(some, "ask", 0,
			func(ctx context.Context, l check.Limits, report func(check.Progress)) (any, error) {
				report(check.Progress{Bytes: 500})
				<-ctx.Done()
				<-gate
				return l.Stop(watch.ErrMemory).Error(), nil
			})
		small := d.start(some, "ask", 0, until(100))
		time.Sleep(youth)
		resident.Store(700)
		time.Sleep(youth)
		synctest.Wait()
		if j, _ := d.state(t, large.ID); j.State != "runs" {
			t.Errorf("below the limit the largest is %+v", j)
		}
		resident.Store(701)
		time.Sleep(2 * lookGap)
		next := d.start(some, "ask", 0, quick)
		time.Sleep(youth)
		synctest.Wait()
		if j, p := d.state(t, next.ID); j.State != "runs" || !strings.Contains(p.Detail, "largest") {
			t.Errorf("while the largest ends, the next is %+v, %+v", j, p)
		}
		resident.Store(200)
		close(gate)
		time.Sleep(2 * lookGap)
		synctest.Wait()
		if j, _ := d.state(t, large.ID); j.State != "stopped" || !strings.Contains(j.Problem,
			"memory limit reached: the limit is 800 B for all jobs, and of 2") {
			t.Errorf("the largest is %+v", j)
		}
		if j, _ := d.state(t, next.ID); j.State != "done" {
			t.Errorf("the next is %+v", j)
		}
		if j, _ := d.state(t, small.ID); j.State != "runs" {
			t.Errorf("the small one is %+v", j)
		}
		resident.Store(800) // one alone may have all
		time.Sleep(2 * youth)
		synctest.Wait()
		j, _ := d.find(small.ID)
		if j.over() {
			t.Error("one alone was told to end")
		}
		j.cancel(nil)
		time.Sleep(2 * lookGap)
	})
}

// A fault ends its job alone; jobs at which nobody looks end, those that ended are forgotten, and too many are refused.
func TestJobsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := aDesk(t, 0, new(atomic.Int64))
		fault := d.start(some, "ask", 0,
			func(context.Context, check.Limits, func(check.Progress)) (any, error) { panic("broken") })
		wrong := d.start(some, "ask", 0, func(context.Context, check.Limits, func(check.Progress)) (any, error) {
			return nil, errors.New("wrong")
		})
		limited := d.start(some, "ask", 1.5,
			func(_ context.Context, l check.Limits, _ func(check.Progress)) (any, error) { return l.Time, nil })
		synctest.Wait()
		for id, want := range map[string]string{fault.ID: "internal error in brim: broken", wrong.ID: "wrong"} {
			if j, _ := d.state(t, id); j.State != "failed" || j.Problem != want {
				t.Errorf("%+v; expected the problem %q", j, want)
			}
		}
		if j, _ := d.state(t, limited.ID); j.Result != 1500*time.Millisecond {
			t.Errorf("%+v; expected the limit of 1.5 s", j)
		}
		left := d.start(some, "ask", 0, until(1))
		time.Sleep(leftFor - time.Second)
		d.tend(time.Now())
		synctest.Wait()
		if j, _ := d.state(t, left.ID); j.State != "runs" { // and this is a look
			t.Errorf("%+v", j)
		}
		time.Sleep(leftFor + time.Second)
		d.tend(time.Now())
		synctest.Wait()
		if j, _ := d.state(t, left.ID); j.State != "stopped" || !strings.Contains(j.Problem, "no page") {
			t.Errorf("%+v", j)
		}
		time.Sleep(keptFor)
		d.tend(time.Now())
		if _, err := d.find(wrong.ID); err == nil || !strings.Contains(err.Error(), "forgotten") {
			t.Errorf("after %v: %v", keptFor, err)
		}
		for range 2 * keptJobs {
			d.start(some, "ask", 0, quick)
			synctest.Wait()
		}
		if len(d.jobs) > keptJobs+1 {
			t.Errorf("%d jobs are kept", len(d.jobs))
		}
		var last Job
		for range mostJobs + 1 {
			last = d.start(some, "ask", 0, until(1))
		}
		if j, _ := d.state(t, last.ID); j.State != "failed" || !strings.Contains(j.Problem, "64 jobs") {
			t.Errorf("one too many: %+v", j)
		}
		for _, j := range d.jobs {
			j.cancel(nil)
		}
		synctest.Wait()
	})
}

// The server ends at once, also while jobs run.
func TestServerEnds(t *testing.T) {
	address, end := running(t, Options{Models: []string{"kanban:60"}, Limits: check.Limits{Memory: 1 << 30}})
	_, text := send(t, "POST", address+"api/models/1/explore", asJSON, strings.NewReader("{}"))
	var j Job
	if err := json.Unmarshal([]byte(text), &j); err != nil || j.State != "runs" {
		t.Fatalf("%v: %s", err, text)
	}
	if err := end(); err != nil {
		t.Errorf("the server ended with %v", err)
	}
}
