# The inference engine. Build from the repository root, which .dockerignore narrows to what the build needs:
#   docker build -f deploy/inference-engine.Dockerfile -t medstream-inference-engine .

FROM node:20-bookworm-slim AS package
WORKDIR /workspace
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund
RUN NX_DAEMON=false npx --no-install nx run inference-engine:package --output-style=static

# no package needs its install script: sharp comes prebuilt, ffmpeg from Debian
FROM node:20-bookworm-slim AS installed
WORKDIR /app
COPY --from=package /workspace/out/inference-engine ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:20-bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends ffmpeg \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir /data && chown node:node /data
ENV NODE_ENV=production FFMPEG_PATH=/usr/bin/ffmpeg MEDSTREAM_ROOTS=/data MEDSTREAM_CACHE=/data/cache
WORKDIR /app
COPY --from=installed /app ./
USER node
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:8080/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/medstream-eval.js"]
CMD ["serve"]
