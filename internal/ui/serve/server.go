package serve

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"mime"
	"net"
	"net/http"
	"time"

	"brim/check"
	"brim/internal/quantity"
	"brim/malformed"
	"brim/petri/extended"
	"brim/petri/timed"
)

// The server: its options, its routes, and how requests are read and answered.

//go:embed assets
var assets embed.FS

// Options say what a server has and may use.
type Options struct {
	Models []string     // as Load takes them
	New    bool         // begins with an empty net, which the page edits
	Limits check.Limits // of each job; the memory is that of the process
	// Load reads a model by its name; nil is check.Load.
	Load func(ctx context.Context, name string) (*check.Model, error)
	// Digest returns the SHA-256 of the uncompressed file of a model by its name, or why there is none; nil knows none.
	Digest func(ctx context.Context, name string) (string, error)
	// Verifier is the path of the program brim-verify; "" if it is not there.
	Verifier string
	// Fault is told of panics; nil tells nobody.
	Fault func(value any, stack []byte)
}

// A Server shows models to whoever knows its address. Its zero value is of no use.
type Server struct {
	options Options
	token   string
	host    string // where it listens
	models  *shelf
	jobs    *desk
}

// New loads the models. An error is that of the first one that cannot be read. Jobs end with ctx.
func New(ctx context.Context, o Options) (*Server, error) {
	if o.Load == nil {
		o.Load = check.Load
	}
	if o.Fault == nil {
		o.Fault = func(any, []byte) {}
	}
	s := &Server{options: o, token: newToken(), jobs: newDesk(ctx, o)}
	var err error
	if s.models, err = newShelf(ctx, o); err != nil || !o.New {
		return s, err
	}
	x, err := drawnModel(ctx, o, &timed.Document{Untimed: &extended.Net{Name: "net1"}})
	if err == nil {
		s.models.put(x)
	}
	return s, err
}

const (
	lookEvery = time.Second            // at the files of models, and at jobs that are left
	lastWords = 300 * time.Millisecond // for answers that are being given when the server ends
)

// Serve serves the page on the listener, which has to be on the loopback interface, until ctx is done; then it gives
// answers that are under way a moment to finish. Meanwhile it rereads files that change and stops jobs that no page
// looks at.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	s.host = l.Addr().String()
	server := &http.Server{
		Handler: s.guard(s.routes()), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute,
		MaxHeaderBytes: 1 << 16,
		BaseContext:    func(net.Listener) context.Context { return ctx },
		ErrorLog:       log.New(nowhere{}, "", 0), // what it would say has addresses in it
	}
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWords)
		defer cancel()
		if server.Shutdown(last) != nil {
			_ = server.Close()
		}
	})
	go s.tend(ctx)
	err := server.Serve(l)
	if !stop() {
		<-ended
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// tend looks after models and jobs until ctx is done.
func (s *Server) tend(ctx context.Context) {
	every := time.NewTicker(lookEvery)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-every.C:
			s.jobs.tend(now)
			s.models.reread(ctx, s.options)
		}
	}
}

// Address returns the address of the page, with the token. Whoever knows it can do what the page can.
func (s *Server) Address(l net.Listener) string {
	return "http://" + l.Addr().String() + "/" + s.token + "/"
}

type nowhere struct{}

func (nowhere) Write(b []byte) (int, error) { return len(b), nil }

// routes returns what answers a request whose token has been taken off.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	files, err := fs.Sub(assets, "assets")
	if err != nil {
		panic(err) // the folder is embedded
	}
	mux.Handle("GET /", http.FileServerFS(files))
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter,
		r *http.Request) {
		http.ServeFileFS(w, r, files, "page.html")
	})
	mux.HandleFunc("GET /api/models", s.listModels)
	mux.HandleFunc("POST /api/models", s.addModel)
	mux.HandleFunc("POST /api/models/new", s.newDocument)
	mux.HandleFunc("POST /api/text", s.text)
	mux.HandleFunc("DELETE /api/models/{id}", s.close)
	mux.HandleFunc("GET /api/models/{id}/document", of(s, s.document))
	mux.HandleFunc("PUT /api/models/{id}/document", with(s, s.draw))
	mux.HandleFunc("GET /api/models/{id}/text", of(s, s.colouredText))
	mux.HandleFunc("GET /api/models/{id}/net", of(s, s.net))
	mux.HandleFunc("POST /api/models/{id}/play", with(s, s.play))
	mux.HandleFunc("POST /api/models/{id}/trace", s.loadTrace)
	mux.HandleFunc("POST /api/models/{id}/explore", with(s, s.explore))
	mux.HandleFunc("POST /api/models/{id}/facts", of(s, s.facts))
	mux.HandleFunc("POST /api/models/{id}/markings", with(s, s.markings))
	mux.HandleFunc("GET /api/questions", s.questionNames)
	mux.HandleFunc("POST /api/models/{id}/ask", with(s, s.ask))
	mux.HandleFunc("POST /api/models/{id}/certificate", with(s, s.certificate))
	mux.HandleFunc("POST /api/models/{id}/properties", s.properties)
	mux.HandleFunc("GET /api/models/{id}/names", s.complete)
	mux.HandleFunc("GET /api/jobs/{job}", s.lookAt)
	mux.HandleFunc("GET /api/jobs/{job}/certificate", s.sendCertificate)
	mux.HandleFunc("DELETE /api/jobs/{job}", s.stop)
	return mux
}

// of returns what answers a question about a model without a body.
func of[T any](s *Server, answer func(ctx context.Context, m *model) (T, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		m, err := s.models.find(r.PathValue("id"))
		if err != nil {
			refuse(w, http.StatusNotFound, err)
			return
		}
		x, err := answer(r.Context(), m)
		if err != nil {
			refuse(w, http.StatusUnprocessableEntity, err)
			return
		}
		tell(w, x)
	}
}

// mostJSON is how many bytes a request may have that is no model.
const mostJSON = 16 << 20

// with returns what answers a request about a model.
func with[Q, T any](s *Server, answer func(ctx context.Context, m *model, q Q) (T, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q, ok := receive[Q](w, r)
		if !ok {
			return
		}
		of(s, func(ctx context.Context, m *model) (T, error) { return answer(ctx, m, q) })(w, r)
	}
}

// receive reads the body of a request, JSON; ok is false if it was refused.
func receive[Q any](w http.ResponseWriter, r *http.Request) (q Q, ok bool) {
	if !typed(w, r, "application/json") {
		return q, false
	}
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, mostJSON))
	d.DisallowUnknownFields()
	if err := d.Decode(&q); err != nil {
		sweep(r)
		refuse(w, http.StatusBadRequest, fmt.Errorf("the request cannot be read: %w", err))
		return q, false
	}
	return q, true
}

// sent returns the body of a request, a file of the given name that is no model.
func sent(w http.ResponseWriter, r *http.Request, name string) ([]byte, error) {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostJSON))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		sweep(r)
		return nil, fmt.Errorf("%s is larger than %s, the most that a page may send of its kind; give it to the "+
			"command", name, quantity.Size(mostJSON))
	case err != nil:
		return nil, fmt.Errorf("%s could not be received: %w", name, err)
	}
	return text, nil
}

// typed refuses a request whose body is not of the given type. Forms of other pages cannot send these types.
func typed(w http.ResponseWriter, r *http.Request, want string) bool {
	got, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err == nil && got == want {
		return true
	}
	refuse(w, http.StatusUnsupportedMediaType,
		fmt.Errorf("the body is of the type %q; expected %s", r.Header.Get("Content-Type"), want))
	return false
}

// sweep takes what is left of a body, up to a limit: a browser that is still sending would not hear the answer.
func sweep(r *http.Request) { _, _ = io.CopyN(io.Discard, r.Body, mostSwept) }

// tell writes an answer.
func tell(w http.ResponseWriter, x any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(x) // who asked may be gone
}

// refuse writes an error.
func refuse(w http.ResponseWriter, status int, err error) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	p := Problem{Problem: err.Error()}
	var wrong *malformed.Error
	if errors.As(err, &wrong) && wrong.Line > 0 {
		p.At = &Place{wrong.Line, wrong.Col, wrong.Text, wrong.Msg}
	}
	_ = json.NewEncoder(w).Encode(p)
}
