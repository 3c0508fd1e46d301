namespace M;
public class Modern
{
    readonly int[] cells = [1, 2, .. Others];
    public void Run(bool async)
    {
        Save(async);
        cells?[0] = Compute(async: true);
        var text = $@"""{Quote(text)}""";
        var raw = """
            no "code" here(
            """;
    }
    public string Name { get => field; set => field = value.Trim(); }
    int Compute(bool async) => async ? 1 : 2;
}
public interface IMarker;
