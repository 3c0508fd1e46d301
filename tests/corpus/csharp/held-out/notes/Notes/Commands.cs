using Notes.IO;
using Registry = System.Collections.Generic.Dictionary<string, Notes.Commands.ICommand>;

namespace Notes.Commands;

public interface ICommand
{
    static abstract string Name { get; }

    Task ExecuteAsync(Context context);
}

public abstract class Command<TOptions> : ICommand // implements Notes.Commands.ICommand
    where TOptions : Options, new()
{
    public static string Name => typeof(TOptions).Name; // none; implements Notes.Commands.ICommand.Name

    public async Task ExecuteAsync(Context context) // implements Notes.Commands.ICommand.ExecuteAsync(Context)
    {
        var options = new TOptions();
        options.Read(context.Arguments); // -> Notes.Commands.Options.Read(IReadOnlyList<string>); uses Notes.Commands.Context.Arguments
        var problem = Validate(options); // -> Notes.Commands.Command.Validate(TOptions)
        if (problem is { Length: > 0 } text)
        {
            context.Out.Write(text); // none; uses Notes.Commands.Context.Out
            return;
        }

        await RunAsync(context, options); // -> Notes.Commands.Command.RunAsync(Context, TOptions)
    }

    protected virtual string? Validate(TOptions options) => options.File.EndsWith(".txt") ? null : Invalid(options.File); // -> Notes.Commands.Command.Invalid(string); uses Notes.Commands.Options.File

    protected abstract Task RunAsync(Context context, TOptions options);

    private static string Invalid(string file) => $"{file} is no text";
}

public class Options
{
    public string File { get; set; } = "notes.txt";

    public bool Verbose { get; private set; }

    public virtual void Read(IReadOnlyList<string> arguments)
    {
        foreach (var argument in arguments)
        {
            switch (argument.Split('=')) // none
            {
                case ["--file", var file]:
                    File = file; // uses Notes.Commands.Options.File
                    break;
                case ["--verbose"]:
                    Verbose = true; // uses Notes.Commands.Options.Verbose
                    break;
            }
        }
    }
}

public sealed class ListOptions : Options // implements Notes.Commands.Options
{
    public string? Tag { get; private set; }

    public override void Read(IReadOnlyList<string> arguments) // implements Notes.Commands.Options.Read(IReadOnlyList<string>)
    {
        base.Read(arguments); // -> Notes.Commands.Options.Read(IReadOnlyList<string>)
        Tag = arguments.FirstOrDefault(a => a.StartsWith('#')); // none; uses Notes.Commands.ListOptions.Tag
    }
}

public sealed class ListCommand : Command<ListOptions> // implements Notes.Commands.Command
{
    protected override async Task RunAsync(Context context, ListOptions options) // implements Notes.Commands.Command.RunAsync(Context, TOptions)
    {
        await using var store = NoteFile.Open(options.File); // -> Notes.IO.NoteFile.Open(string); uses Notes.Commands.Options.File
        var notes = await store.ReadAsync(); // -> Notes.IO.NoteFile.ReadAsync()
        context.Root = notes; // uses Notes.Commands.Context.Root
        foreach (var note in notes.Walk().Where(n => options.Tag is null || n.Tags.Contains(options.Tag))) // -> Notes.Note.Walk(); uses Notes.Note.Tags; uses Notes.Commands.ListOptions.Tag
        {
            context.Out.WriteLine(note.ToString(Format.Plain)); // -> Notes.Note.ToString(Format); uses Notes.Format.Plain; uses Notes.Commands.Context.Out
        }

        var (root, writer) = context;
        writer.WriteLine(root.Title); // none; uses Notes.Note.Title
        foreach (var (title, count) in Summaries(root)) // -> Notes.Commands.ListCommand.Summaries(Note)
        {
            writer.WriteLine("{0}: {1}", title, count); // none
        }
    }

    private static IEnumerable<(string Title, int Count)> Summaries(Note note) => note.Select(n => (n.Title, n.Walk().Count())); // -> Notes.Note.Walk(); uses Notes.Note.Title
}

public static class Registered
{
    private static readonly Registry Commands = new() { ["list"] = new ListCommand() }; // -> Notes.Commands.ListCommand

    private static readonly Lazy<ICommand> Fallback = new(() => Commands["list"]); // uses Notes.Commands.Registered.Commands

    public static ICommand Find(string name) => Commands.TryGetValue(name, out var command) ? command : Fallback.Value; // none; uses Notes.Commands.Registered.Commands; uses Notes.Commands.Registered.Fallback

    public static Task RunAsync(string name, Context context) => Find(name).ExecuteAsync(context); // -> Notes.Commands.Registered.Find(string); -> Notes.Commands.ICommand.ExecuteAsync(Context)
}
