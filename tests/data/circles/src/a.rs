use crate::b::B;
pub struct A(B);
