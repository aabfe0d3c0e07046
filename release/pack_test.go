package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// An archive has the files of a folder, whoever made these and when, and however often it is made.
func TestPack(t *testing.T) {
	at := time.Date(2026, 11, 23, 4, 5, 6, 0, time.UTC)
	folder := func(made time.Time, umask fs.FileMode) string {
		dir := filepath.Join(t.TempDir(), "brim-1")
		for name, mode := range map[string]fs.FileMode{"b.txt": 0o666, "a/brim": 0o777, "a.txt": 0o666} {
			file := filepath.Join(dir, filepath.FromSlash(name))
			if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte("of "+name), 0o600),
				os.Chmod(file, mode&^umask), os.Chtimes(file, made, made)); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	first, second := folder(at.Add(time.Hour), 0o022), folder(at.Add(-time.Hour), 0o077)
	for _, zipped := range []bool{false, true} {
		var a, b bytes.Buffer
		if err := errors.Join(pack(&a, first, zipped, at), pack(&b, second, zipped, at)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("zipped %v: two archives of equal files differ", zipped)
		}
		read := readTar
		if zipped {
			read = readZip
		}
		want := []file{{"brim-1/a/brim", 0o755, at, "of a/brim"}, {"brim-1/a.txt", 0o644, at, "of a.txt"},
			{"brim-1/b.txt", 0o644, at, "of b.txt"}}
		if got := read(t, a.Bytes()); !slices.Equal(got, want) {
			t.Errorf("zipped %v: got %v, expected %v", zipped, got, want)
		}
	}
}

// Links are refused: where they lead to is not in the archive.
func TestPackLink(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink("elsewhere", filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	if err := pack(io.Discard, dir, false, time.Unix(0, 0)); err == nil {
		t.Error("a link was packed")
	}
}

type file struct {
	name string
	mode fs.FileMode
	time time.Time
	text string
}

func readTar(t *testing.T, archive []byte) (list []file) {
	g, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(g); ; {
		h, err := r.Next()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, file{h.Name, fs.FileMode(h.Mode), h.ModTime.UTC(), string(text)})
	}
}

func readZip(t *testing.T, archive []byte) (list []file) {
	z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, file{f.Name, f.Mode(), f.Modified.UTC(), string(text)})
	}
	return list
}
