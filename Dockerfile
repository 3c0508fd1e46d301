# One image; its command says which process it is: serve, worker, watch, or any other command of codeindex.

# docker-compose.pinned.yml names it by its digest.
ARG NODE_IMAGE=node:22-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && find dist -name '*.map' -delete

# The packages that the service needs to run: no development tools, no binaries for other platforms, no sources of compiled code.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# The parts of the image, as CycloneDX; of Debian's packages it has dpkg's own list. `npm sbom --omit=dev` would leave out packages that development needs as well.
RUN mkdir /sbom && cp package.json package-lock.json /sbom && cd /sbom && npm pkg delete devDependencies \
 && npm install --package-lock-only --ignore-scripts --offline --no-audit --no-fund \
 && npm sbom --package-lock-only --sbom-format=cyclonedx --sbom-type=application > /app/sbom.cdx.json
RUN find node_modules -path '*/prebuilds/*' -prune ! -name "linux-$(node -p process.arch)" -exec rm -r {} + \
 && rm -r node_modules/tree-sitter/vendor \
 && find node_modules/tree-sitter* node_modules/@tree-sitter-grammars/* \( -name src -o -name '*.wasm' \) -prune -exec rm -r {} + \
 && find node_modules -type f \( -name '*.map' -o -name '*.md' -o -name '*.d.ts' -o -name '*.d.[cm]ts' \) -delete

FROM ${NODE_IMAGE}
ARG VERSION=dev
ARG REVISION=unknown
LABEL org.opencontainers.image.title="codeindex" \
      org.opencontainers.image.description="A code index for the whole team: one MCP service that answers where code is, what calls it and what breaks if it changes." \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# git clones projects that are given by URL; tini hands signals on and reaps what git leaves behind.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates git libjemalloc2 openssh-client tini \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* \
 && install -d -m 1777 /data /clones /repos
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /app/sbom.cdx.json ./
COPY --from=build /app/dist dist
COPY bin bin
COPY migrations migrations
COPY models models
COPY codeindex.config.schema.json package.json ./
RUN ln -s /app/bin/codeindex.js /usr/local/bin/codeindex
# jemalloc gives back what parsing and large answers needed for a while; the malloc of the C library keeps it.
ENV LD_PRELOAD=libjemalloc.so.2 \
    MALLOC_CONF=background_thread:true,dirty_decay_ms:1000,muzzy_decay_ms:0,narenas:2
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
