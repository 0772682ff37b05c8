// The image's health check: whether the site in this container is ready.
const port = process.env.WAGGLE_HTTP_PORT || 8080
const isReady = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4000) }).then(
  ({ ok }) => ok,
  () => false,
)
process.exit(isReady ? 0 : 1)
