namespace Relay;

public class Runner
{
    public Task RunAsync(Func<Task> work) => work();
    public Task<T> RunAsync<T>(Func<Task<T>> work) => work();
    public Task RunAsync(Func<int, Task> work, int seed) => work(seed);
    public Task<T> RunAsync<T>(Func<int, Task<T>> work, int seed) => work(seed);

    public void Run(Action work) => work();
    public T Run<T>(Func<T> work) => work();
    public void Run(object work) { }

    public void Store(object? item) { }
    public void Store(int item) { }
    public void Store(int? item) { }
    public void Store(DateTime item) { }
    public void Store(Exception item) { }
    public void Store(Type item) { }
    public void Store(string item) { }

    public void Same(object one, object other) { }
    public void Same<T>(T one, T other) { }

    public void Each<T>(IEnumerable<T> items) { }
    public void Each<T>(params T[] items) { }
    public void Name<T>(Box<T> box) { }
    public void Name(Box<string> box) { }
}

public class Box<T>
{
    public T Content { get; set; } = default!;
    public int? Size { get; set; }
}

public static class Numbers
{
    public static string Show(this int number) => "";
    public static string Show(this int? number) => "";
    public static string Plain(this string text) => text;
}
