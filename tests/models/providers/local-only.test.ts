/** In local-only mode nothing leaves this machine and its private network. */
import { expect, test } from "vitest";
import { readConfig } from "../../../src/config/config.js";
import { refuseRemoteEmbedder } from "../../../src/models/embedding/open.js";
import { isPrivateAddress, refuseRemoteHost } from "../../../src/models/providers/local-only.js";
import { askProvider, HASTY } from "../../../src/models/providers/request.js";

test.each([
  { address: "127.0.0.1", want: true },
  { address: "10.1.2.3", want: true },
  { address: "172.31.0.1", want: true },
  { address: "172.32.0.1", want: false },
  { address: "192.168.1.1", want: true },
  { address: "100.64.0.1", want: true },
  { address: "8.8.8.8", want: false },
  { address: "::1", want: true },
  { address: "fd00::1", want: true },
  { address: "2001:db8::1", want: false },
  { address: "::ffff:10.0.0.1", want: true },
  { address: "::ffff:8.8.8.8", want: false },
  { address: "example.com", want: false },
])("$address is of a private network: $want", ({ address, want }) => expect(isPrivateAddress(address)).toBe(want));

test.each([
  "http://localhost:11434",
  "http://[::1]:1",
  "http://ollama:11434",
  "http://gpu.local",
  "http://10.0.0.7/v1",
])("%s may be asked", (url) => refuseRemoteHost(url, "X"));

test.each(["https://8.8.8.8", "http://[2001:db8::1]/v1", "https://api.example.invalid/v1"])(
  "%s is refused at the start, by the name of its setting",
  async (url) => {
    await expect(refuseRemoteHost(url, "CODEINDEX_X")).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringMatching(/^CODEINDEX_X: .* is not known to be of this machine/),
    });
  },
);

test("only the provider that is configured is looked at", async () => {
  const config = (env: Record<string, string>) => readConfig({}, { CODEINDEX_LOCAL_ONLY: "true", ...env }, "/tmp");
  await refuseRemoteEmbedder(config({}));
  await refuseRemoteEmbedder(config({ CODEINDEX_EMBEDDING_PROVIDER: "ollama" }));
  await expect(refuseRemoteEmbedder(config({ CODEINDEX_EMBEDDING_PROVIDER: "openai" }))).rejects.toThrow(
    /^CODEINDEX_OPENAI_BASE_URL/,
  );
});

test("an address that is not private is not asked, whatever was said at the start", async () => {
  const provider = {
    name: "It",
    baseUrl: "http://192.0.2.1",
    settings: { url: "CODEINDEX_X" },
    localOnly: true,
    ifMissing: "",
  };
  await expect(askProvider(provider, "/", undefined, HASTY)).rejects.toMatchObject({ reason: "refused" });
});
