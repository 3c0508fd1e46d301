using Count = System.Int32;

namespace Notes.IO;

partial class NoteFile
{
    private static readonly Dictionary<Note, Count> Counts = [];

    static partial void Count(Note note)
    {
        Counts[note] = Counts.TryGetValue(note, out var count) ? count + 1 : 1; // none; uses Notes.IO.NoteFile.Counts
        if (note.Parent != null) // uses Notes.Note.Parent
        {
            Count(note.Parent); // -> Notes.IO.NoteFile.Count(Note); uses Notes.Note.Parent
        }
    }
}
