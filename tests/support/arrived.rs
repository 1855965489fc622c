//! Requests that a stand-in receives.

use axum::body::{Body, to_bytes};
use axum::extract::Request;

/// A request whose body has come to its end; none if its sender went away in the midst of it, as one does that is killed.
/// What such a one meant to say is not known, so it was no mistake.
pub async fn arrived(request: Request) -> Option<Request> {
    let (head, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.ok()?;
    Some(Request::from_parts(head, Body::from(body)))
}
