package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"brim/internal/queue"

	"github.com/nats-io/nats.go/jetstream"
)

// Files beside tasks and answers: models for workers, certificates for the server. They lie in an object store of
// JetStream, in pieces, since they may be larger than a message.

// shelf opens the object store of a queue; the server's side makes it.
func shelf(ctx context.Context, js jetstream.JetStream, n names, create bool) (jetstream.ObjectStore, error) {
	if !create {
		return js.ObjectStore(ctx, n.stream)
	}
	if err := js.DeleteObjectStore(ctx, n.stream); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) &&
		!errors.Is(err, jetstream.ErrBucketNotFound) {
		return nil, err
	}
	return js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: n.stream})
}

// share puts a file into the store.
func share(ctx context.Context, store jetstream.ObjectStore, l queue.Line) error {
	f, err := os.Open(l.Text)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = store.Put(ctx, jetstream.ObjectMeta{Name: l.ID}, f)
	return err
}

// done tells brim how a line about a file ended.
func done(pipe *queue.Pipe, l queue.Line, err error) {
	text := ""
	if err != nil {
		text = fmt.Sprintf("cannot %s %s: %v", l.Kind, l.Text, err)
	}
	_ = pipe.Send(queue.Line{Kind: queue.Done, Ticket: l.Ticket, Text: text})
}

// file does what a line of the server's brim says about a file, in the background.
func (g *giver) file(ctx context.Context, l queue.Line) {
	if g.shelf == nil {
		var err error
		if g.shelf, err = shelf(ctx, g.js, g.names, true); err != nil {
			done(g.pipe, l, err)
			return
		}
	}
	store := g.shelf
	go func() {
		if l.Kind == queue.Share {
			done(g.pipe, l, share(ctx, store, l))
		} else {
			done(g.pipe, l, store.GetFile(ctx, l.ID, l.Text))
		}
	}()
}

// file does what a line of the worker's brim says about a file, in the background.
func (t *taker) file(ctx context.Context, l queue.Line) {
	go func() {
		store, err := shelf(ctx, t.js, t.names, false)
		if err == nil && l.Kind == queue.Share {
			err = share(ctx, store, l)
		} else if err == nil {
			err = store.GetFile(ctx, l.ID, l.Text)
		}
		done(t.pipe, l, err)
	}()
}
