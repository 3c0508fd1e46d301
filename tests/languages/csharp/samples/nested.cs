namespace N;
public class Outer<T>
{
    public class Inner
    {
        public enum Mode { On, Off }
        private Mode mode = Mode.On;
        public void Go(Outer<T> outer) { Shared(); outer.Instance(); new Inner().Go(null); Mode.Off.ToString(); }
    }
    static void Shared() { }
    void Instance() { Inner inner = new(); inner.Go(this); Inner.Mode m = Inner.Mode.Off; }
    protected interface IHidden { void Work(); }
    class Private { public void Seen() { } }
}
public class Outer { }
public partial class Split { void One() => Two(); }
public partial class Split { void Two() => One(); }
