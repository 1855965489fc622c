//! Files that use one another in circles, for the test that finds them.
mod a;
mod b;
mod c;
mod family;
pub use a::A;
