package main

func main() { runMain("brim", newRoot) }
