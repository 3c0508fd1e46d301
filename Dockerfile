# One image; its command says which process it is: serve, worker, watch, or any other command of codeindex.

FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && find dist -name '*.map' -delete

# What runs needs of its packages: no development tools, no binaries for other platforms, no sources of what is compiled.
FROM node:22-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts --no-audit --no-fund
RUN find node_modules -path '*/prebuilds/*' -prune ! -name "linux-$(node -p process.arch)" -exec rm -r {} + \
 && rm -r node_modules/tree-sitter/vendor \
 && find node_modules/tree-sitter* \( -name src -o -name '*.wasm' \) -prune -exec rm -r {} + \
 && find node_modules -type f \( -name '*.map' -o -name '*.md' -o -name '*.d.ts' -o -name '*.d.[cm]ts' \) -delete

FROM node:22-bookworm-slim
# git clones projects that are given by URL; tini hands signals on and reaps what git leaves behind.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates git openssh-client tini \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* \
 && install -d -m 1777 /data /clones /repos
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY bin bin
COPY migrations migrations
COPY models models
COPY codeindex.config.schema.json package.json ./
RUN ln -s /app/bin/codeindex.js /usr/local/bin/codeindex
# A worker and a watcher say on the service's port how they are, so that one check does for all.
ENV NODE_ENV=production \
    CODEINDEX_ROOT=/repos \
    CODEINDEX_DATA_DIR=/data \
    CODEINDEX_CLONES_DIR=/clones \
    CODEINDEX_PORT=8400 \
    CODEINDEX_METRICS_PORT=8400
# By number, so that a cluster can see that it is not root.
USER 1000:1000
EXPOSE 8400
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "/app/bin/health.js"]
ENTRYPOINT ["tini", "--", "codeindex"]
CMD ["serve"]
