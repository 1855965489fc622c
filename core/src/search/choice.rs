//! What a search on the concrete game hands back, and how wins are valued.

/// The value of a won position, less one for every ply until the win.
pub const WIN: i32 = 30_000;
/// Values beyond this are proven wins (or, negative, losses).
pub const PROVEN: i32 = WIN - 2_000;

/// What is known of a position before it is searched.
pub(super) enum Known<P> {
    /// The ply that wins quickest.
    Best(Choice<P>),
    /// Nothing but these plies comes into question.
    Among(Vec<P>),
}

/// What a search on the concrete game hands back.
pub(super) struct Choice<P> {
    pub(super) line: Vec<P>,
    pub(super) score: i32,
    pub(super) depth: u32,
    pub(super) nodes: u64,
}
