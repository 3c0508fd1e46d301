using Notes.Commands;
using Fmt = Notes.Format;
using N = Notes;

namespace Notes.Plugins.Tags;

internal static class NoteExtensions
{
    extension(N.Note note)
    {
        public bool IsTagged => note.Tags.Any(); // none; uses Notes.Note.Tags

        public N.Note Tag(params string[] tags)
        {
            foreach (var tag in tags)
            {
                note.Tags.Add(tag); // none; uses Notes.Note.Tags
            }

            return note;
        }
    }

    public static Dictionary<string, List<N.Note>> ByTag(this IEnumerable<N.Note> notes)
    {
        var byTag = new Dictionary<string, List<N.Note>>(); // none
        foreach (var note in notes)
        {
            foreach (var tag in note.Tags) // uses Notes.Note.Tags
            {
                if (!byTag.TryGetValue(tag, out var list)) // none
                {
                    byTag.Add(tag, list = []); // none
                }

                list.Add(note); // none
            }
        }

        return byTag;
    }

    public static bool Any(this N.Note note, Predicate<N.Note> test) => note.Walk().Any(n => test(n)); // -> Notes.Note.Walk()
}

/// <summary>Writes the tags and how often each is used.</summary>
public sealed class TagCloud : IMiddleware // implements Notes.Commands.IMiddleware
{
    private readonly Action<string, int> _write;

    public TagCloud()
        : this(Console.WriteLine) // -> Notes.Plugins.Tags.TagCloud.TagCloud(Action<string, int>)
    {
    }

    public TagCloud(Action<string, int> write) => _write = write; // uses Notes.Plugins.Tags.TagCloud._write

    public async Task InvokeAsync(Context context, Step next) // implements Notes.Commands.IMiddleware.InvokeAsync(Context, Step)
    {
        await next.Invoke(context); // none
        if (!context.Root.IsTagged && !context.Root.Any(n => n.IsTagged)) // -> Notes.Plugins.Tags.NoteExtensions.Any(Note, Predicate<Note>); uses Notes.Commands.Context.Root; uses Notes.Plugins.Tags.NoteExtensions.IsTagged
        {
            context.Root.Tag("none").Add("tags").Tag("all", "cloud"); // -> Notes.Plugins.Tags.NoteExtensions.Tag(Note, string[]); -> Notes.Note.Add(string); uses Notes.Commands.Context.Root
        }

        foreach (var (tag, notes) in context.Root.Walk().ByTag()) // -> Notes.Note.Walk(); -> Notes.Plugins.Tags.NoteExtensions.ByTag(IEnumerable<Note>); uses Notes.Commands.Context.Root
        {
            _write(tag, notes.Count); // -> Notes.Plugins.Tags.TagCloud._write
            Write(notes[0], Fmt.Json); // -> Notes.Plugins.Tags.TagCloud.InvokeAsync.Write(N.Note, Fmt); uses Notes.Format.Json
        }

        var levels = context.Root.Walk().GroupBy(n => n.Depth).ToDictionary(g => g.Key, g => g.First()); // -> Notes.Note.Walk(); uses Notes.Commands.Context.Root; uses Notes.Note.Depth
        levels[0].Add(levels.Keys.Select(k => k.ToString())); // -> Notes.Note.Add(IEnumerable<string>)
        var child = context.Root / "child"; // -> Notes.Note.operator /(Note, string); uses Notes.Commands.Context.Root
        child.ToString(); // -> Notes.Note.ToString()

        void Write(N.Note note, Fmt format) => _write(note.ToString(format), note.Title.Length); // -> Notes.Plugins.Tags.TagCloud._write; -> Notes.Note.ToString(Format); uses Notes.Note.Title
    }
}
