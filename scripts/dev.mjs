/** `npm run dev`: Vite serves the console on PORT and proxies the API, which restarts on changes, from API_PORT. */
import { spawn } from 'node:child_process'
import { createServer } from 'vite'

const port = Number(process.env.PORT ?? 4000)
const apiPort = Number(process.env.API_PORT ?? port + 1)

const api = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, PORT: String(apiPort) },
})
const target = { target: `http://127.0.0.1:${apiPort}`, ws: true }
const vite = await createServer({
  server: {
    host: process.env.HOST ?? '127.0.0.1',
    port,
    strictPort: true,
    proxy: { '/api': target, '/ai': target, '/metrics': target },
  },
})

api.on('exit', code => stop(code ?? 0))
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => api.kill('SIGTERM'))
}

await vite.listen()
vite.printUrls()

/** @param {number} code */
async function stop(code) {
  await vite.close()
  process.exit(code)
}
