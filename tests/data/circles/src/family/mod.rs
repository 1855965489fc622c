mod child;
pub fn family() {
    child::child();
    crate::c::c();
}
