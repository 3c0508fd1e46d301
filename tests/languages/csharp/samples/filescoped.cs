[assembly: CLSCompliant(true)]
namespace Shop.Web;

/// <summary>Serves <see cref="Page"/>s to <paramref name="who"/>.</summary>
/// <param name="who">the reader</param>
[Obsolete("use Site")]
public static partial class Server
{
    /** Starts it. */
    public static void Start() { }
    internal class Page { protected int Number; public int Size; }
}

file class Local { }
public partial interface IPlugin
{
    string Name { get; }
    void Run();
    void Log() { Run(); }
    static abstract IPlugin Create();
}
