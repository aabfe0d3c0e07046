module example.com/decide

go 1.26.0
