namespace N;
public class Store<K, V>(Log log) : Base(log.With(x => new[] { x })), IRead<K>, IRead<V>
{
    int IRead<K>.Count => 1;
    int IRead<V>.Count => 2;
    Key Add(Property property, params List<Key> keys) => Find([property], keys);
    int Length(object value) => value switch { [] => 0, [var one] => one.Size, [..] => 2 };
    string Quote(bool async) => $"""a {(async ? $@"""{log}""" : "")} b""";
    IEnumerable<int> All(Log all) => from _ in all.Lines select all.Size;
}
public enum Level : long;
public delegate V Read<K, V>(K key);
