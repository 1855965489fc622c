pub fn c() {}
#[cfg(test)]
mod tests {
    use crate::family::family;
}
