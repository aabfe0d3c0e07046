package serve

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"io/fs"
	"log"
	"net"
	"net/http"
	"time"

	"brim/check"
	"brim/malformed"
)

//go:embed assets
var assets embed.FS

// Options say what a server has and may use.
type Options struct {
	Models []string     // as check.Load takes them
	Limits check.Limits // of each job; the memory is that of the process
}

// A Server shows models to whoever knows its address. Its zero value is of no use.
type Server struct {
	options Options
	token   string
	host    string // where it listens
	models  *shelf
	jobs    *desk
}

// New loads the models. An error is that of the first one that cannot be read.
func New(ctx context.Context, o Options) (*Server, error) {
	s := &Server{options: o, token: newToken(), jobs: newDesk(ctx, o.Limits)}
	var err error
	s.models, err = newShelf(ctx, o)
	return s, err
}

// Serve answers at the listener, which has to be on the loopback interface, until ctx is done: then it stops all jobs.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	s.host = l.Addr().String()
	server := &http.Server{
		Handler: s.guard(s.routes()), ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 1 << 16,
		BaseContext: func(net.Listener) context.Context { return ctx }, // streams end with it
		ErrorLog:    log.New(nowhere{}, "", 0),                         // what it would say has addresses in it
	}
	stop := context.AfterFunc(ctx, func() {
		last, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if server.Shutdown(last) != nil {
			_ = server.Close()
		}
	})
	defer stop()
	err := server.Serve(l)
	s.jobs.close()
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// Address returns the address of the page, with the token. Whoever knows it can do what the page can. It is known once
// Serve has been called.
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
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, files, "page.html") })
	mux.HandleFunc("GET /api/models", s.listModels)
	mux.HandleFunc("POST /api/models", s.addModel)
	mux.HandleFunc("GET /api/models/{id}/net", of(s, s.net))
	mux.HandleFunc("POST /api/models/{id}/play", with(s, s.play))
	mux.HandleFunc("POST /api/models/{id}/explore", with(s, s.explore))
	mux.HandleFunc("POST /api/models/{id}/facts", of(s, s.facts))
	mux.HandleFunc("POST /api/models/{id}/markings", with(s, s.markings))
	mux.HandleFunc("POST /api/models/{id}/ask", with(s, s.ask))
	mux.HandleFunc("GET /api/models/{id}/names", s.complete)
	mux.HandleFunc("GET /api/jobs/{job}/events", s.follow)
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
		var q Q
		d := json.NewDecoder(http.MaxBytesReader(w, r.Body, mostJSON))
		d.DisallowUnknownFields()
		if err := d.Decode(&q); err != nil {
			refuse(w, http.StatusBadRequest, err)
			return
		}
		of(s, func(ctx context.Context, m *model) (T, error) { return answer(ctx, m, q) })(w, r)
	}
}

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
