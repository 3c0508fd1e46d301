/** Models of the Hugging Face hub, run in this process by transformers.js, which is installed separately because of its 470 MB. */
import { nth } from "../../base/need.js";
import { ProviderError } from "../providers/request.js";
import type { TextModel } from "./remote.js";

const PACKAGE = "@huggingface/transformers";
const BATCH = 16;

/** The part of the package that is used. */
interface Transformers {
  env: { allowRemoteModels: boolean; localModelPath: string; cacheDir: string };
  pipeline(task: "feature-extraction", model: string, options: { dtype: string }): Promise<Extract>;
}
type Extract = (
  texts: readonly string[],
  options: { pooling: "mean"; normalize: true },
) => Promise<{ tolist(): unknown[] }>;

/** A model by its name at the hub. A model in `folder` is not downloaded, and with `localOnly` nothing is. It is loaded on first use. */
export function transformersModel(
  model: string,
  { folder, localOnly }: { folder: string; localOnly: boolean },
): TextModel {
  let loading: Promise<Extract> | undefined;
  const load = async (): Promise<Extract> => {
    const { env, pipeline } = await loadPackage();
    env.allowRemoteModels = !localOnly;
    env.localModelPath = folder;
    env.cacheDir = folder;
    return pipeline("feature-extraction", model, { dtype: "q8" });
  };
  return {
    name: `transformers/${model}`,
    batchSize: BATCH,
    concurrency: 1,
    async ask(texts, signal) {
      signal?.throwIfAborted();
      loading ??= load().catch((error) => {
        loading = undefined;
        if (error instanceof ProviderError) throw error;
        throw new ProviderError(
          "missing",
          `transformers.js cannot load ${model}: ${firstLine(error).replaceAll(folder, "…")}`,
          `Put the model into ${model} of the models' folder (CODEINDEX_TRANSFORMERS_FOLDER)${localOnly ? "" : ", or let this machine reach the hub"}.`,
        );
      });
      const extract = await loading;
      try {
        return (await extract(texts, { pooling: "mean", normalize: true })).tolist();
      } catch (error) {
        throw new ProviderError(
          "rejected",
          `transformers.js cannot run ${model}: ${firstLine(error)}`,
          "Choose another model; one for feature extraction is needed.",
        );
      }
    },
  };
}

function firstLine(error: unknown): string {
  return nth((error as Error).message.split("\n"), 0).slice(0, 200);
}

async function loadPackage(): Promise<Transformers> {
  try {
    // The name is a variable, because the compiler cannot resolve a package that is not installed.
    const name: string = PACKAGE;
    return (await import(name)) as Transformers;
  } catch {
    throw new ProviderError(
      "missing",
      `${PACKAGE} is not installed, and the embedding provider is transformers.`,
      `Install it in the folder of codeindex: npm install --no-save ${PACKAGE}@4.`,
    );
  }
}
