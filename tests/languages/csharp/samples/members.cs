namespace N;
public abstract class Shape<T> : Base<T>, IShape where T : class, IThing, new()
{
    const int Sides = 4, Corners = 4;
    [NonSerialized] private readonly List<T>? items = new();
    public event EventHandler? Changed, Moved;
    public event EventHandler Closed { add { items.Add(value); } remove { } }
    static Shape() { }
    public Shape(int size, T owner) : base(size) { this.Owner = owner; }
    protected Shape() : this(Sides, new T()) { }
    ~Shape() { }
    public required T Owner { get; init; }
    public T this[int index, string key] { get => items[index]; set => items[index] = value; }
    public abstract double Area();
    public override string ToString() => $"{Owner.Label} {Area()}";
    public static Shape<T> operator +(Shape<T> a, Shape<T> b) => a;
    public static implicit operator int(Shape<T> shape) => shape.Count;
    void IShape.Draw(Canvas canvas) => canvas.Line(Sides);
    string IShape.Title => Owner.Label;
    int Count => items?.Count ?? 0;
    public async Task<Shape<T>> LoadAsync(string path) { var x = await LoadAsync(path); return x.Clone(); }
    protected internal virtual void A() { }
    private protected void B() { }
    partial void C();
}
