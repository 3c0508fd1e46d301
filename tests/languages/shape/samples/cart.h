#ifndef CART_H
#define CART_H

#ifdef __cplusplus
extern "C" {
#endif

/** A cart. */
struct cart;

/** Sums up the items of a cart. */
int cart_total(struct cart *cart, int factor);

extern int counter;

SHOP_EXPORT void cart_free(struct cart *cart);

#ifdef __cplusplus
}
#endif
#endif
