//! tavlei-render
