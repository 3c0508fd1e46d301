namespace Text;
public static class StringExtensions
{
    public static string Shout(this string text, int times = 1) => text.ToUpper();
    internal static T? Pick<T>(this IEnumerable<T> items,
        // the test
        Func<T, bool> test) where T : struct
        => items.FirstOrDefault(test);
}
