namespace Text;
public static class Sequences
{
    extension<T>(IEnumerable<T> source) where T : Item
    {
        /// <summary>Whether there is none.</summary>
        public bool IsEmpty => !source.Any();
        internal int Tally(int start) => source.Count() + start;
    }
    extension(Item)
    {
        public static Item Make() => Item.Empty;
    }
    public static void Plain(this Item item) { }
}
