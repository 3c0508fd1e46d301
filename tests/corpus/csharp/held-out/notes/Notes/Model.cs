using System.Collections;
using System.Text.Json;

namespace Notes;

public enum Format
{
    Plain,
    Json,
}

/// <summary>A note and the notes below it.</summary>
public class Note : IEnumerable<Note>, IEquatable<Note>
{
    private readonly List<Note> _children = new List<Note>();
    private string _title = string.Empty;

    public Note(string title, Note? parent = null)
    {
        Title = title; // uses Notes.Note.Title
        parent?.Add(this); // -> Notes.Note.Add(Note)
    }

    public string Title
    {
        get => _title; // uses Notes.Note._title
        set => _title = Clean(value); // -> Notes.Note.Clean(string); uses Notes.Note._title
    }

    public Note? Parent { get; private set; }

    public IList<string> Tags { get; } = new List<string>();

    public int Depth => Parent?.Depth + 1 ?? 0; // uses Notes.Note.Parent; uses Notes.Note.Depth

    public Note this[string title]
    {
        get
        {
            foreach (var child in _children) // uses Notes.Note._children
            {
                if (child.Title.Equals(title, StringComparison.Ordinal)) // none; uses Notes.Note.Title
                {
                    return child;
                }
            }

            throw new NoteException(NoteException.Reason.Missing, title); // -> Notes.NoteException.NoteException(Reason, string); uses Notes.NoteException.Reason.Missing
        }
    }

    public static bool operator true(Note note) => note._children.Count > 0; // uses Notes.Note._children

    public static bool operator false(Note note) => !note.Any(); // none

    public static Note operator /(Note parent, string title) => parent[title]; // uses Notes.Note.this[](string)

    public Note Add(Note child)
    {
        child.Parent = this; // uses Notes.Note.Parent
        _children.Add(child); // none; uses Notes.Note._children
        return this;
    }

    public Note Add(string title) => Add(new Note(title)); // -> Notes.Note.Add(Note); -> Notes.Note.Note(string, Note?)

    public Note Add(IEnumerable<string> titles)
    {
        foreach (var title in titles)
        {
            Add(title); // -> Notes.Note.Add(string)
        }

        return this;
    }

    public IEnumerator<Note> GetEnumerator() => _children.GetEnumerator(); // none; uses Notes.Note._children

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator(); // -> Notes.Note.GetEnumerator()

    public IEnumerable<Note> Walk()
    {
        yield return this;
        foreach (var below in _children.SelectMany(child => child.Walk())) // -> Notes.Note.Walk(); uses Notes.Note._children
        {
            yield return below;
        }
    }

    public bool Equals(Note? other) => other is not null && other._title == _title; // uses Notes.Note._title

    public override bool Equals(object? obj) => Equals(obj as Note); // -> Notes.Note.Equals(Note?)

    public override int GetHashCode() => Title.GetHashCode(); // none; uses Notes.Note.Title

    public string ToString(Format format) => format switch
    {
        Format.Json => JsonSerializer.Serialize(this), // none; uses Notes.Format.Json
        _ => ToString(), // -> Notes.Note.ToString()
    };

    public override string ToString() => string.Concat(Enumerable.Repeat("  ", Depth)) + Title; // none; uses Notes.Note.Depth; uses Notes.Note.Title

    private static string Clean(string text) => text.Trim().Replace("\n", " "); // none
}

[Serializable]
public class NoteException : Exception
{
    public NoteException(Reason why, string title)
        : base(TextOf(why) + title) // -> Notes.NoteException.TextOf(Reason)
        => Why = why; // uses Notes.NoteException.Why

    public enum Reason
    {
        Missing,
        Twice,
    }

    public Reason Why { get; }

    private static string TextOf(Reason why) => why == Reason.Missing ? "no note " : "two notes "; // uses Notes.NoteException.Reason.Missing
}
