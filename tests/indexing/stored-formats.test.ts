/** Rows of an older version are built anew, whatever of them the newer one still could read. */
import { expect, test } from "vitest";
import { explainPath } from "../../src/store/files.js";
import { buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";

const FILES = {
  "a.ts": dedent`
    export function total() {
      return 1;
    }
  `,
  "B.cs": "class B { int Total() => 1; }\n",
};

describeStores("an index of an older version", (store) => {
  test("parse results of another format are not used, though the extractor is the same", async () => {
    const built = await buildRepository(store(), FILES);
    const { projectId, viewId } = built.view;
    // As they were stored before the format was part of their number.
    await store().query(
      "update parse_results set data = set_byte(data, 0, 7), extractor_version = extractor_version % 1000 where project_id = $1",
      [projectId],
    );
    await store().query("update file_versions set format = 'older' where project_id = $1", [projectId]);
    await store().query("update views set fingerprint = 'older' where project_id = $1", [projectId]);
    const { generation } = await built.rebuild({});
    expect(generation).toBeGreaterThan(built.view.generation);
    for (const path of Object.keys(FILES))
      expect(await explainPath(store(), projectId, viewId, path), path).toMatchObject({ status: "indexed" });
  });
});
