package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"sync"
	"time"

	"brim/internal/queue"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The server's side of the queue: gives out tasks and takes their records.

// A giver gives out tasks. Each is a message of a stream, from which it goes when brim has its record or drops it.
type giver struct {
	setup  queue.Setup
	names  names
	pipe   *queue.Pipe
	own    *server.Server // nil if there is one at a URL
	conn   *nats.Conn
	js     jetstream.JetStream
	stream jetstream.Stream
	shelf  jetstream.ObjectStore // nil until a file is shared

	mu      sync.Mutex // guards what follows
	ids     map[uint64]string
	numbers map[string]uint64 // of the messages of tasks, once they are stored
	gone    map[string]bool   // tasks that are done, but are not known to be stored yet
	waiting map[int]*nats.Msg // records of which brim has not said yet whether it keeps them, by ticket
	tickets int
}

// serve starts a server or connects to the one at the URL, creates the stream of tasks, and handles the lines of brim
// until it ends.
func serve(ctx context.Context, s queue.Setup, pipe *queue.Pipe) (err error) {
	g := &giver{
		setup: s, names: namesOf(s.Name), pipe: pipe,
		ids: map[uint64]string{}, numbers: map[string]uint64{}, gone: map[string]bool{}, waiting: map[int]*nats.Msg{},
	}
	url := s.URL
	if s.Listen != "" {
		host, port, err := net.SplitHostPort(s.Listen)
		if err != nil {
			return err
		}
		number, err := strconv.Atoi(port)
		if err != nil || number < 0 || number > 65535 {
			return fmt.Errorf("%s: expected a port from 0 to 65535", s.Listen)
		}
		if number == 0 {
			number = server.RANDOM_PORT
		}
		var folder string
		g.own, folder, err = startServer(s, host, number)
		if folder != "" {
			defer os.RemoveAll(folder)
		}
		if err != nil {
			return err
		}
		defer g.own.WaitForShutdown()
		defer g.own.Shutdown()
		url = g.own.ClientURL()
		plain := s // within this process nothing is encrypted
		plain.CA, plain.Certificate, plain.Key = "", "", ""
		g.conn, err = connect(plain, "", nats.InProcessServer(g.own))
		if err != nil {
			return err
		}
	} else if g.conn, err = connect(s, url); err != nil {
		return fmt.Errorf("no server at %s: %w", url, err)
	}
	defer g.conn.Close()
	if err := g.open(ctx); err != nil {
		return err
	}
	if err := pipe.Send(queue.Line{Kind: queue.Ready, Text: url}); err != nil {
		return err
	}
	return g.listen(ctx)
}

// mostPending is how many tasks are published before the first of them is stored.
const mostPending = 1 << 16

// open creates the stream and its consumer anew, without what an earlier server may have left in it, and subscribes
// to the messages of workers. It fails if another server serves a sweep of the same name.
func (g *giver) open(ctx context.Context) error {
	other, err := json.Marshal(hello{Serve: true})
	if err != nil {
		return err
	}
	if _, err := g.conn.Request(g.names.hello, other, 2*time.Second); err == nil {
		return fmt.Errorf("a sweep is being served there already under the name %s; --queue-name gives this one "+
			"another", g.setup.Name)
	}
	if g.js, err = jetstream.New(g.conn, jetstream.WithPublishAsyncMaxPending(mostPending)); err != nil {
		return err
	}
	if err := g.js.DeleteStream(ctx, g.names.stream); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return err
	}
	g.stream, err = g.js.CreateStream(ctx, jetstream.StreamConfig{
		Name: g.names.stream, Subjects: []string{g.names.tasks}, Retention: jetstream.WorkQueuePolicy,
		Storage: jetstream.MemoryStorage,
	})
	if err != nil {
		return err
	}
	for subject, handler := range map[string]nats.MsgHandler{
		g.names.hello: g.greet, g.names.records: g.record,
		"$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES." + g.names.stream + ".*": g.lost,
	} {
		if _, err := g.conn.Subscribe(subject, handler); err != nil {
			return err
		}
	}
	consumer, err := g.stream.CreateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: g.names.consumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: g.setup.Silence,
		MaxDeliver:    g.setup.Tries,
		MaxAckPending: -1, MaxWaiting: 1 << 16,
	})
	if err == nil && g.setup.OnDemand {
		go g.demand(ctx, consumer)
	}
	return err
}

// lookEvery is how often the server looks for workers that wait.
const lookEvery = 50 * time.Millisecond

// demand tells brim whenever more workers wait for tasks than there are tasks.
func (g *giver) demand(ctx context.Context, consumer jetstream.Consumer) {
	ticks := time.NewTicker(lookEvery)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
		info, err := consumer.Info(ctx)
		if err != nil {
			continue // the next look may be luckier
		}
		if n := info.NumWaiting - int(info.NumPending); n > 0 {
			_ = g.pipe.Send(queue.Line{Kind: queue.Wanted, Count: n})
		}
	}
}

// listen handles the lines of brim until there are no more: tasks to publish, tasks to drop, records that were kept
// or refused, and the end of the sweep.
func (g *giver) listen(ctx context.Context) error {
	for {
		l, err := g.pipe.Receive()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch l.Kind {
		case queue.Put:
			g.put(ctx, l)
		case queue.Drop:
			b, err := json.Marshal(task{ID: l.ID})
			if err == nil {
				err = g.conn.Publish(g.names.drop, b)
			}
			if err != nil { // the worker goes on in vain
				fmt.Fprintln(os.Stderr, "brim-queue:", err)
			}
			go g.remove(ctx, l.ID)
		case queue.Taken:
			g.taken(ctx, l)
		case queue.Share, queue.Fetch:
			g.file(ctx, l)
		case queue.End:
			return g.end(ctx)
		}
	}
}

// retryWait is how long one waits before one tries again what failed.
const retryWait = 200 * time.Millisecond

// put publishes a task, in the order in which brim sends them, and repeats that in the background until the task is
// stored.
func (g *giver) put(ctx context.Context, l queue.Line) {
	b, err := json.Marshal(task{l.ID, l.Body})
	if err != nil {
		_ = g.pipe.Send(queue.Line{Kind: queue.Failed, Text: err.Error()})
		return
	}
	// It is to be done, whatever was answered before brim knew of it, to a server of before.
	g.mu.Lock()
	delete(g.gone, l.ID)
	g.mu.Unlock()
	// a message that was stored although the answer was lost is not stored again
	first, err := g.js.PublishAsync(g.names.tasks, b, jetstream.WithMsgID(l.ID))
	go func() {
		if err == nil {
			select {
			case ack := <-first.Ok():
				g.stored(ctx, l.ID, ack.Sequence)
				return
			case <-first.Err():
			}
		}
		for ctx.Err() == nil {
			if ack, err := g.js.Publish(ctx, g.names.tasks, b, jetstream.WithMsgID(l.ID)); err == nil {
				g.stored(ctx, l.ID, ack.Sequence)
				return
			}
			time.Sleep(retryWait)
		}
	}()
}

// stored notes the number of the message of a task.
func (g *giver) stored(ctx context.Context, id string, number uint64) {
	g.mu.Lock()
	g.ids[number], g.numbers[id] = id, number
	gone := g.gone[id]
	g.mu.Unlock()
	if gone {
		g.remove(ctx, id)
	}
}

// remove takes a task out of the stream, if it is still there.
func (g *giver) remove(ctx context.Context, id string) {
	g.mu.Lock()
	number, ok := g.numbers[id]
	if !ok {
		g.gone[id] = true
	}
	g.mu.Unlock()
	if ok {
		// gone already: the worker has acknowledged it
		_ = g.stream.DeleteMsg(ctx, number)
	}
}

// greet answers a worker that asks whether it can help.
func (g *giver) greet(m *nats.Msg) {
	var h hello
	if err := json.Unmarshal(m.Data, &h); err != nil {
		return // not one of our workers
	}
	w := welcome{Build: g.setup.Build, Needs: g.setup.Needs, Silence: g.setup.Silence}
	if b, err := json.Marshal(w); err == nil {
		_ = m.Respond(b) // the worker asks again
	}
}

// record passes a record on to brim, which says whether it keeps it.
func (g *giver) record(m *nats.Msg) {
	var t task
	if err := json.Unmarshal(m.Data, &t); err != nil || !json.Valid(t.Body) {
		g.answer(m, receipt{Refused: "this is no record"})
		return
	}
	g.mu.Lock()
	g.tickets++
	ticket := g.tickets
	g.waiting[ticket] = m
	g.mu.Unlock()
	_ = g.pipe.Send(queue.Line{Kind: queue.Answer, ID: t.ID, Ticket: ticket, Body: t.Body})
}

// taken tells a worker what brim decided about its record. If it is kept, the task is done.
func (g *giver) taken(ctx context.Context, l queue.Line) {
	g.mu.Lock()
	m := g.waiting[l.Ticket]
	delete(g.waiting, l.Ticket)
	g.mu.Unlock()
	if m == nil {
		return
	}
	if l.Text == "" {
		g.remove(ctx, l.ID)
	}
	g.answer(m, receipt{Refused: l.Text})
}

func (g *giver) answer(m *nats.Msg, r receipt) {
	if b, err := json.Marshal(r); err == nil {
		_ = m.Respond(b) // the worker sends it again
	}
}

// lost tells brim that a task was given out as often as is allowed.
func (g *giver) lost(m *nats.Msg) {
	var advisory server.JSConsumerDeliveryExceededAdvisory
	if err := json.Unmarshal(m.Data, &advisory); err != nil {
		return
	}
	g.mu.Lock()
	id, ok := g.ids[advisory.StreamSeq]
	g.mu.Unlock()
	if ok {
		_ = g.pipe.Send(queue.Line{Kind: queue.Lost, ID: id, Count: g.setup.Tries})
		g.remove(context.Background(), id)
	}
}

// farewell is how long workers have to hear of the end.
const farewell = 2 * time.Second

// end tells the workers that the sweep has ended, and waits a moment until they have heard it.
func (g *giver) end(ctx context.Context) error {
	if err := g.conn.Publish(g.names.end, nil); err != nil {
		return err
	}
	if err := g.conn.FlushTimeout(farewell); err != nil {
		return err
	}
	if g.own == nil {
		if g.shelf != nil {
			err := g.js.DeleteObjectStore(ctx, g.names.stream)
			return errors.Join(err, g.js.DeleteStream(ctx, g.names.stream))
		}
		return g.js.DeleteStream(ctx, g.names.stream)
	}
	for begin := time.Now(); g.own.NumClients() > 1 && time.Since(begin) < farewell; {
		time.Sleep(10 * time.Millisecond)
	}
	return nil
}
