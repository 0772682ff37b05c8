// The image's health check: whether the site in this container is ready.
const port = process.env.WAGGLE_HTTP_PORT || 8080
const { ok } = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4000) })
process.exit(ok ? 0 : 1)
