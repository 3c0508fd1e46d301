/** The child's side of `runChild`: its input, and its answer. */
import { once } from "node:events";
import { CodeindexError } from "../../base/errors.js";

/** Runs `work` with the parent's input, sends the result, and ends the process; also as soon as the parent is gone. */
export async function answer<Input, Result>(work: (input: Input) => Promise<Result>): Promise<void> {
  process.once("disconnect", () => process.exit(1));
  try {
    // Sent as a message, since a list of files can be longer than a command line may be.
    const [input] = (await once(process, "message")) as [Input];
    const result = await work(input);
    await new Promise<void>((sent, failed) => {
      process.send!({ result }, (error: Error | null) => (error ? failed(error) : sent()));
    });
    process.exit(0);
  } catch (error) {
    console.error(error instanceof CodeindexError ? error.message : error);
    process.exit(1);
  }
}
