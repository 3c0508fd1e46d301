const std = @import("std");

/// A cart.
pub const Cart = struct {
    items: []Item,

    /// Sums up.
    pub fn total(self: *Cart, factor: u32) !u32 {
        return factor;
    }
};

fn helper() void {}

const State = enum { open, paid };
