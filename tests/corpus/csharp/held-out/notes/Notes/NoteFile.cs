namespace Notes.IO;

/// <summary>Notes as lines of a file, indented.</summary>
public sealed partial class NoteFile : IAsyncDisposable
{
    private readonly StreamReader _reader;

    private NoteFile(Stream stream) => _reader = new(stream); // none; uses Notes.IO.NoteFile._reader

    public static NoteFile Open(string path) => new(File.OpenRead(path)); // -> Notes.IO.NoteFile.NoteFile(Stream)

    public async Task<Note> ReadAsync()
    {
        Note root = new("root"), last = root; // -> Notes.Note.Note(string, Note?)
        await foreach (var line in Lines()) // -> Notes.IO.NoteFile.Lines()
        {
            if (!TryParse(line, out var depth, out var title)) // -> Notes.IO.NoteFile.TryParse(string, out int, out string)
            {
                continue;
            }

            while (last.Depth >= depth && last.Parent is { } parent) // uses Notes.Note.Depth; uses Notes.Note.Parent
            {
                last = parent;
            }

            last = new Note(title, last) { Title = title.ToUpper(), Tags = { "read" } }; // -> Notes.Note.Note(string, Note?); uses Notes.Note.Title; uses Notes.Note.Tags
            Count(last); // -> Notes.IO.NoteFile.Count(Note)
        }

        return root;
    }

    public ValueTask DisposeAsync()
    {
        _reader.Dispose(); // none; uses Notes.IO.NoteFile._reader
        return default;
    }

    static partial void Count(Note note);

    private async IAsyncEnumerable<string> Lines()
    {
        while (await _reader.ReadLineAsync() is { } line) // none; uses Notes.IO.NoteFile._reader
        {
            yield return line.TrimEnd(); // none
        }
    }

    private static bool TryParse(string line, out int depth, out string title)
    {
        var parts = line.Split('|', 2); // none
        title = parts.Last(); // none
        return int.TryParse(parts[0], out depth); // none
    }
}
