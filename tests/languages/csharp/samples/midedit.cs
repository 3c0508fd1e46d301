namespace N;
/// <summary>Someone is writing Bad.</summary>
public class A
{
    private int x;
    public void Good() { Foo(); }
    public void Bad( {
        if (x >
    /// <summary>Comes after.</summary>
    public void Next(int a, Dictionary<string, int> b) { Foo(); }
    public int Prop { get; set; }
    public A(int y) { x = y; }
    private async Task<int> Later(string s)
    {
        return new Order(s).Total;
    }
    void Foo() { }
}
