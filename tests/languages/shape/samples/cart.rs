//! Carts and what they cost.
use std::fmt;

/// At most so many items fit.
pub const MOST_ITEMS: usize = 100;

static mut COUNTER: u64 = 0;

/// A cart of a shop.
///
/// It keeps its items in order.
#[derive(Debug, Clone)]
pub struct Cart<'a> {
    items: Vec<Item<'a>>,
}

pub enum State {
    Open,
    Paid { at: u64 },
}

/// Says what a thing costs.
pub trait Priced {
    fn price(&self) -> u64;
    fn is_free(&self) -> bool {
        self.price() == 0
    }
}

impl<'a> Cart<'a> {
    /// Makes an empty cart.
    pub fn new() -> Self {
        // fn not_a_function() {}
        let brace = "}";
        let quote = '"';
        fn helper() {}
        Cart { items: vec![] }
    }

    /// Sums up the items, with a factor.
    pub async fn total<F>(
        &self,
        factor: F,
        round: bool,
    ) -> Result<u64, Error>
    where
        F: Fn(u64) -> u64,
    {
        let raw = r#"fn raw() { "quoted" }"#;
        Ok(factor(1))
    }
}

impl fmt::Display for Cart<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.items.len())
    }
}

/* A comment /* in a comment */ fn hidden() {} */
pub(crate) type Prices = Vec<u64>;

macro_rules! cart {
    ($($item:expr),*) => { Cart::new() };
}

mod pricing;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_up() {
        assert_eq!(1, 1);
    }
}
