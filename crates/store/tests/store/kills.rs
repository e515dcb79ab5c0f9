//! Nothing is lost when a process or a server is killed.
