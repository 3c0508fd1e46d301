namespace P;
public class Conditional
{
#if NET8_0
    public void Run(int a) {
#else
    public void Run() {
#endif
        Work();
    }
#if DEBUG
    public int Debug { get; }
#else
    public int Release { get; }
#endif
    #region rest
    void Work() { Run(); }
    #endregion
}
public class After { void Last() { } }
