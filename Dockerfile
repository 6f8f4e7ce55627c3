# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim AS build
WORKDIR /app
# The packages first: their layer is reused until the lock file changes.
COPY package.json package-lock.json .npmrc ./
COPY scripts/*.mjs scripts/
COPY scripts/setup scripts/setup
RUN node scripts/setup.mjs --for dev
COPY . .
RUN node scripts/setup.mjs --for start
RUN node deploy/docker/keep-server-packages.mjs \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/.cache node_modules/.bin/node node_modules/node-linux-* \
  && node -e "import('./server/db/embedded/binaries.ts').then(({ locateBinaries }) => locateBinaries())" \
  && install -d -m 700 /data

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Voicedeck" \
  org.opencontainers.image.description="Operations console and API server of a voice-AI companion and translation service" \
  org.opencontainers.image.licenses="MIT"
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/contract contract
COPY --from=build /app/locales locales
COPY --from=build /app/server server
COPY --from=build /app/scripts scripts
COPY --from=build /app/dist dist
COPY --from=build --chown=node:node /data /data
ENV NODE_ENV=production \
  MALLOC_ARENA_MAX=1 \
  MALLOC_MMAP_THRESHOLD_=131072 \
  NODE_COMPILE_CACHE=/data/compiled \
  HOST=0.0.0.0 \
  PORT=4000 \
  DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "scripts/health.mjs"]
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=20", "server/main.ts"]
