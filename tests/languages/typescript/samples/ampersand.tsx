export function Links({ to }: { to: string }) {
  const both = flags & (1 << 2);
  return (
    <p title="a&b">
      <Link href="/new?assignee=&labels=type">AT&T &amp; others</Link> {to} & more
    </p>
  );
}
