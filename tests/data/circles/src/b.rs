pub struct B;
pub fn a() {
    println!("{}", size_of::<crate::A>());
}
