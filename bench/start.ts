import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchmark, ms } from './harness.ts'
import { launch } from './server.ts'

/** Starts the server on a data folder. @returns milliseconds until it is ready */
async function untilReady(dataDir: string, demo: '0' | '1'): Promise<number> {
  const start = performance.now()
  const { stop } = await launch(dataDir, { DEMO: demo })
  const ready = performance.now() - start
  await stop()
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
