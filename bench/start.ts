import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { benchmark, ms } from './harness.ts'

/** Starts the server on a data folder and resolves with the milliseconds until it said that it is ready. */
async function untilReady(dataDir: string, demo: '0' | '1'): Promise<number> {
  const start = performance.now()
  const child = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', DEMO: demo, LOG_LEVEL: 'warn' },
  })
  let ready = Number.NaN
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('ready ')) continue
    ready = performance.now() - start
    break
  }
  child.kill('SIGTERM')
  await once(child, 'exit')
  return ready
}

export default benchmark({
  name: 'start',
  about: 'cold start (no data folder), warm start, and cold start with demo data, until the server is ready',
  async run() {
    const rows = []
    for (const demo of ['0', '1'] as const) {
      const folder = await mkdtemp(join(tmpdir(), 'voicedeck-start-'))
      const cold = await untilReady(folder, demo)
      const warm = [
        await untilReady(folder, demo),
        await untilReady(folder, demo),
        await untilReady(folder, demo),
      ]
      await rm(folder, { recursive: true, force: true })
      rows.push({
        'demo data': demo === '1' ? 'yes' : 'no',
        'cold ms': ms(cold),
        'warm ms (best of 3)': ms(Math.min(...warm)),
      })
    }
    return rows
  },
})
