pub(super) fn child() {
    let _ = super::family;
}
