package main

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"strconv"
	"time"

	"brim/internal/queue"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// This file connects to a NATS server, or starts one, and names what a sweep has there.

// Names are those of what one queue has on a server of messages.
type names struct{ stream, consumer, tasks, records, hello, drop, end string }

func namesOf(queue string) names {
	at := "brim." + queue + "."
	return names{"brim-" + queue, "workers", at + "task", at + "record", at + "hello", at + "drop", at + "end"}
}

// Requests and their answers, as JSON.
type (
	hello struct {
		Build string   `json:"build"`
		Needs []string `json:"needs"` // programs and folders
		Serve bool     `json:"serve"` // it would be a second server
	}
	welcome struct {
		Refused string        `json:"refused"` // why the worker cannot help
		Build   string        `json:"build"`
		Needs   []string      `json:"needs"`
		Silence time.Duration `json:"silence"`
	}
	task struct {
		ID   string `json:"id"`
		Body []byte `json:"body"`
	}
	receipt struct {
		Refused string `json:"refused"` // why the record does not belong to the sweep
	}
)

// token returns what is in the file of a token.
func token(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	b = bytes.TrimSpace(b)
	if len(b) == 0 {
		return "", fmt.Errorf("%s is empty; expected a token", file)
	}
	return string(b), nil
}

const (
	handshake     = 10 * time.Second
	reconnectWait = 100 * time.Millisecond
	pingEvery     = 5 * time.Second
)

// connect connects to a server, and again whenever the connection is lost.
func connect(s queue.Setup, url string, more ...nats.Option) (*nats.Conn, error) {
	options := append([]nats.Option{
		nats.Name("brim"), nats.MaxReconnects(-1), nats.ReconnectWait(reconnectWait),
		nats.ReconnectJitter(reconnectWait, reconnectWait),
		nats.ReconnectBufSize(-1), // what is sent meanwhile fails, and is sent again by us
		nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(2),
	}, more...)
	t, err := token(s.TokenFile)
	if err != nil {
		return nil, err
	}
	if t != "" {
		options = append(options, nats.Token(t))
	}
	if s.Credentials != "" {
		options = append(options, nats.UserCredentials(s.Credentials))
	}
	if s.CA != "" {
		options = append(options, nats.RootCAs(s.CA))
	}
	if s.Certificate != "" && s.Work {
		options = append(options, nats.ClientCert(s.Certificate, s.Key))
	}
	return nats.Connect(url, options...)
}

// freeWithin is how long a server of before may take to end.
const freeWithin = 5 * time.Second

// free waits until one can listen at an address.
func free(host string, port int) error {
	if port == server.RANDOM_PORT {
		port = 0
	}
	for begin := time.Now(); ; time.Sleep(reconnectWait) {
		l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
		if err == nil {
			return l.Close()
		}
		if time.Since(begin) > freeWithin {
			return err
		}
	}
}

// mostPayload bounds a message: a record with thousands of rounds.
const mostPayload = 8 << 20

// startServer starts a NATS server in this process, with JetStream in a new temporary folder, and with the token and
// the certificates of the setup. The caller removes the folder, which is returned even with an error.
func startServer(s queue.Setup, host string, port int) (ns *server.Server, folder string, err error) {
	if err := free(host, port); err != nil {
		return nil, "", err
	}
	folder, err = os.MkdirTemp("", "brim-queue-")
	if err != nil {
		return nil, "", err
	}
	t, err := token(s.TokenFile)
	if err != nil {
		return nil, folder, err
	}
	o := &server.Options{
		ServerName: "brim", Host: host, Port: port, NoLog: true, NoSigs: true, MaxPayload: mostPayload,
		JetStream: true, StoreDir: folder, DisableJetStreamBanner: true, Authorization: t, PingInterval: pingEvery,
		MaxPingsOut: 2,
	}
	if s.Certificate != "" {
		o.TLS, o.TLSVerify, o.TLSTimeout = true, s.CA != "", handshake.Seconds()
		o.TLSConfig, err = server.GenTLSConfig(&server.TLSConfigOpts{CertFile: s.Certificate, KeyFile: s.Key,
			CaFile: s.CA, Verify: s.CA != ""})
		if err != nil {
			return nil, folder, err
		}
	}
	if ns, err = server.NewServer(o); err != nil {
		return nil, folder, err
	}
	ns.Start()
	if !ns.ReadyForConnections(10 * time.Second) {
		ns.Shutdown()
		return nil, folder, fmt.Errorf("cannot listen at %s:%d", host, port)
	}
	return ns, folder, nil
}
