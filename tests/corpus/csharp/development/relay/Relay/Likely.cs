using System.Net;
using Moq;
using Relay.Far;

namespace Relay
{
    public interface IGauge
    {
        void Set(int value);
        void Set(string value);
        int Read();
        Mark Last { get; }
    }

    public class Mark
    {
        public Mark(int value) { }
        public Mark(string text) { }
        public void Set(Func<string> text) { }
        public void Expect(HttpStatusCode code) { }
        public void Expect(int code) { }
        public int Read() => 0;
    }

    public class Likely
    {
        private readonly Mock<IGauge> mock = new(); // none
        private readonly Mark mark = new(1); // -> Relay.Mark.Mark(int)

        private void Take(Mark one, int count) { }

        public void Lambdas()
        {
            mock.Setup(x => x.Read()); // -> Relay.IGauge.Read
            mock.Setup(x => x.Set(It.IsAny<string>())); // -> Relay.IGauge.Set(string)
            mock.Verify(x => x.Set(1), Times.Once()); // -> Relay.IGauge.Set(int)
            mock.Verify(x => x.Last.Read()); // -> Relay.Mark.Read
            mock.Object.Read(); // -> Relay.IGauge.Read
            Options.Configure<Mark>(o => o.Expect(1)); // -> Relay.Mark.Expect(int)
            mark.Given(x => x.Expect(HttpStatusCode.OK)); // -> Relay.Mark.Expect(HttpStatusCode)
        }

        public void Made(bool isShort)
        {
            Take(new(1), 2); // -> Relay.Likely.Take; -> Relay.Mark.Mark(int)
            Mark[] marks = [new(1), new("b")]; // -> Relay.Mark.Mark(int); -> Relay.Mark.Mark(string)
            Mark[] others = isShort ? [new("a")] : new Mark[] { new(1) }; // -> Relay.Mark.Mark(string); -> Relay.Mark.Mark(int)
            var list = new List<Mark> { new(1) }; // -> Relay.Mark.Mark(int)
            var map = new Dictionary<string, Mark> { ["x"] = new("y") }; // -> Relay.Mark.Mark(string)
            var pairs = new Dictionary<string, Mark> { { "x", new(2) } }; // -> Relay.Mark.Mark(int)
            var texts = new Dictionary<string, object> { ["x"] = new() }; // none
        }

        public void Near(Task<int>[] tasks, string text)
        {
            text.Join('a'); // -> Relay.Joins.Join(this string, char)
            text.Apart(1); // -> Relay.Far.Ends.Apart(this String, int)
            "a".Apart(2); // -> Relay.Far.Ends.Apart(this String, int)
            Task.WhenAll(tasks).Hold(); // -> Relay.Far.Ends.Hold(this Task<T>)
            mark.Expect(HttpStatusCode.NotFound); // -> Relay.Mark.Expect(HttpStatusCode)
        }
    }

    public static class Joins
    {
        public static string Join(this string text, char next) => text;
    }
}

namespace Relay.Far
{
    public static class Ends
    {
        public static string Join(this string text, char next) => text;
        public static string Apart(this String text, int next) => text;
        public static void Hold(this Task task) { }
        public static void Hold<T>(this Task<T> task) { }
    }

    public delegate int Step(ref Reader reader);

    public ref partial struct Reader
    {
        private int at;
        public int Next() => at++;
        public int Two() => Next() + Next(); // -> Relay.Far.Reader.Next
        public int Run(Step step) => 0;
        public int All() => Run((ref x) => x.Next()); // -> Relay.Far.Reader.Run; -> Relay.Far.Reader.Next
        public void Hold<T>(T value) where T : allows ref struct { }
    }
}
