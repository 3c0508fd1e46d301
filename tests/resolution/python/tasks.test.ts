/** Functions that libraries run by a method: tasks of Celery and its like. */
import { dedent } from "../../helpers/dedent.js";
import { testEdges } from "../helpers.js";

const TASKS = dedent`
  from celery import shared_task
  @shared_task
  def send_mail(user): ...
  class Jobs:
      def delay(self): ...
`;

testEdges([
  {
    name: "a method that runs a task calls its function, probably",
    files: {
      "tasks.py": TASKS,
      "use.py": dedent`
        import tasks
        from tasks import send_mail
        def later():
            send_mail.delay(1)
        def planned():
            tasks.send_mail.apply_async(args=[1], countdown=5)
        def signed():
            chain(send_mail.s(1), send_mail.si(2))()
        def plain():
            send_mail(1)
      `,
    },
    of: "use.py",
    has: [
      ...["later", "planned", "signed"].map((name) => `${name} calls tasks.py#send_mail (unique)`),
      "plain calls tasks.py#send_mail (import)",
    ],
  },
  {
    name: "a method that the project declares as well may be meant, too",
    files: {
      "tasks.py": TASKS.replace("delay", "apply_async"),
      "use.py": "from tasks import send_mail\nsend_mail.apply_async()\n",
    },
    of: "use.py",
    has: ["file calls tasks.py#send_mail (unique)", "file calls tasks.py#Jobs.apply_async (candidate)"],
  },
  {
    name: "other members of a function, and methods of a class with such names, run nothing else",
    files: {
      "tasks.py": TASKS,
      "use.py": dedent`
        from tasks import Jobs, send_mail
        def named():
            send_mail.cache_clear()
        def own(jobs: Jobs):
            jobs.delay()
      `,
    },
    of: "use.py",
    has: ["own calls tasks.py#Jobs.delay (import)"],
    hasNot: [/calls tasks\.py#send_mail/],
  },
]);
