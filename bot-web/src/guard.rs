//! What every request to the page has to pass, and what every answer says to the browser.

use std::time::Duration;

use axum::body::{self, Body};
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The longest body of a request that is taken, in bytes; the session has a limit of its own for texts, far below.
pub(crate) const MOST_BYTES: usize = 800_000;
/// How long the body of a request may take to arrive.
const BODY: Duration = Duration::from_secs(10);

/// The page takes everything from its own address, and no other page may show it in a frame.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
);

/// Other sites' pages in the same browser may not speak to this one by a name of their own.
pub(crate) async fn only_local(request: Request, next: Next) -> Response {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let name = host
        .rsplit_once(':')
        .filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()))
        .map_or(host, |(name, _)| name);
    let local = name == "localhost"
        || name.trim_matches(['[', ']']).parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback());
    if local { next.run(request).await } else { StatusCode::FORBIDDEN.into_response() }
}

/// Reads the whole body before anything is done with it, and gives up on one that does not end.
pub(crate) async fn in_time(request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    match tokio::time::timeout(BODY, body::to_bytes(body, MOST_BYTES)).await {
        Ok(Ok(whole)) => next.run(Request::from_parts(head, Body::from(whole))).await,
        Ok(Err(_)) => StatusCode::PAYLOAD_TOO_LARGE.into_response(),
        Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
    }
}

/// Adds the page's policy to an answer.
pub(crate) async fn policy(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, POLICY);
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}
