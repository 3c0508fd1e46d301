/* Copyright. */
#include <stdio.h>
#include "cart.h"

#define MOST_ITEMS 100
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static int counter = 0;
static const char *names[] = { "one", "two" };

struct item {
    int price;
    const char *name;
    struct item *next;
};

typedef struct {
    struct item *first;
} basket_t;

typedef int (*compare_fn)(const void *, const void *);

enum state { OPEN, PAID = 2, /* the last */ CLOSED };

static int forward(int x);

/* Sums up the items
 * of a cart. */
int cart_total(struct cart *cart, int factor)
{
    if (factor) {
        return helper("int not_a_function() {");
    }
    for (int i = 0; i < 3; i++) { total(i); }
    return 0;
}

// Finds an item by its name.
static struct item *
find_item(struct cart *cart,
          const char *name)
{
#ifdef FAST
    if (fast(name)) {
#else
    if (slow(name)) {
#endif
        return NULL;
    }
    return NULL;
}

void cart_free(struct cart *cart) { free(cart); }

int main(int argc, char **argv) {
    return 0;
}
