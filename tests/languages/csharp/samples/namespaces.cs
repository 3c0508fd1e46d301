global using System;
using System.Collections.Generic;
using static System.Math;
using Map = System.Collections.Generic.Dictionary<string, int>;

namespace Shop.Core
{
    namespace Inner { class Deep { } }
    public class Cart { Map counts = new(); }
}

namespace Shop.Core.Orders
{
    using Shop.Core;
    class Order { Cart cart; Map Counts() => new Map(); }
}
