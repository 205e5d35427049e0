# The server in one image, without npm, compilers or development dependencies. `npm run package -- --try` does the same steps
# without a container: the same folder, an unprivileged user, read-only files.
#
#   docker build -t daybook .
#   docker run -p 3000:3000 -e DATABASE_URL=postgresql://… -e DAYBOOK_SECRET=… -e NEXTAUTH_SECRET=… daybook

FROM node:20-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run package -- --to /release

FROM node:20-bookworm-slim
ENV NODE_ENV=production \
    DAYBOOK_DEMO=0 \
    DAYBOOK_DATA_DIR=/data \
    PORT=3000
WORKDIR /app
COPY --from=build /release ./
# Emails written to files, kept heads and generated secrets; everything else is in PostgreSQL.
RUN mkdir /data && chown 65534:65534 /data
VOLUME /data
USER 65534:65534
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "scripts/start.mjs"]
