//! Several servers as one store.
