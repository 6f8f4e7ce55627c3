/** Exits with 0 if the server on this machine is ready: the health check of the container, whose image has no curl. */
const port = process.env.PORT || '4000'
const { ok } = await fetch(`http://127.0.0.1:${port}/api/health/ready`, {
  signal: AbortSignal.timeout(4_000),
}).catch(() => ({ ok: false }))
process.exitCode = ok ? 0 : 1
