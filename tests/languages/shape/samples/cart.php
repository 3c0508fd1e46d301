<?php

declare(strict_types=1);

namespace Shop\Cart;

use Shop\Item;

/**
 * A cart of a shop.
 *
 * @template T
 */
final class Cart extends Base implements Priced
{
    public const MOST_ITEMS = 100;

    /** The items. */
    private array $items = [];

    public function __construct(private readonly string $owner, array $items = [])
    {
        $this->items = $items;
    }

    /**
     * Sums up the items.
     */
    #[Pure]
    public static function total(int $factor, ?callable $round = null): int
    {
        $sql = <<<SQL
            function not_a_function() {
        SQL;
        $f = function ($x) { return $x; };
        return 0; // function hidden() {}
    }

    abstract protected function price(Item $item): float;
}

interface Priced
{
    public function price(Item $item): float;
}

enum State: string
{
    case Open = 'open';

    public function isOpen(): bool { return $this === self::Open; }
}

function helper(string $text)
{
    return $text;
}
