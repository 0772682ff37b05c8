# An image of Waggle. docs/operations.md says how to run it; compose.yaml does.
FROM node:20-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN sh deploy/container/build.sh /opt/waggle

# nginx in front of several processes (the profile `several` of compose.yaml).
FROM debian:bookworm-slim AS nginx
COPY deploy/container/prepare-nginx.sh deploy/container/start-nginx.sh deploy/nginx.conf /opt/nginx/
RUN sh /opt/nginx/prepare-nginx.sh
USER 10002:10002
EXPOSE 80 443
STOPSIGNAL SIGQUIT
CMD ["sh", "/opt/nginx/start-nginx.sh", "/opt/nginx/nginx.conf"]

FROM debian:bookworm-slim AS waggle
COPY deploy/container/prepare.sh deploy/container/health.mjs /opt/
RUN sh /opt/prepare.sh
COPY --from=build /opt/waggle /opt/waggle
ENV PATH=/opt/waggle/node_modules/.bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin WAGGLE_DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 8080 1935
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "/opt/health.mjs"]
ENTRYPOINT ["tini", "--", "waggle"]
CMD ["start"]
