// @module-tag thorough
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { findRunningServer } from '#server/db/embedded/index.ts'
import { freePort } from '#tests/fixtures/free-port.ts'
import { adminPassword, installedFolder } from '#tests/fixtures/installation.ts'
import { tokenAt } from '#tests/fixtures/json-client.ts'
import { backendsOf, postgresProcesses, postmasterOf } from '#tests/fixtures/postgres-processes.ts'
import { type ServerProcess, startServer } from '#tests/fixtures/server-process.ts'
import { expectNothingLost, registerDevices } from '#tests/fixtures/write-load.ts'

/** How often each victim is killed; DEEP=1 is what `npm run test:deep` sets. */
const rounds = process.env.DEEP ? 30 : 1

const kill = (pid: number | undefined) => pid !== undefined && process.kill(pid, 'SIGKILL')
const anyOf = <T>(list: T[]) => list[Math.floor(Math.random() * list.length)]

interface Victims {
  server: ServerProcess
  dataDir: string
}

/** Who is killed; a server that is killed is started again, one that is not has to recover by itself. */
const crashes: Record<string, { strike(victims: Victims): unknown; serverDies: boolean }> = {
  'the server': { serverDies: true, strike: ({ server }) => kill(server.pid) },
  'the database': { serverDies: false, strike: ({ dataDir }) => kill(postmasterOf(dataDir)) },
  'one connection of the database': {
    serverDies: false,
    strike: ({ dataDir }) => kill(anyOf(backendsOf(dataDir))),
  },
  'the server and the database': {
    serverDies: true,
    strike({ server, dataDir }) {
      const both = [server.pid, postmasterOf(dataDir)]
      for (const pid of Math.random() < 0.5 ? both : both.reverse()) kill(pid)
    },
  },
}

/** Resolves once none of these processes is left, so that nothing of before the crash can answer any more. */
const gone = (pids: number[], dataDir: string) =>
  vi.waitFor(() => expect(backendsOf(dataDir).filter(pid => pids.includes(pid))).toEqual([]), {
    timeout: 15_000,
    interval: 20,
  })

/** @throws when the server ends. */
async function mustLive(server: ServerProcess): Promise<never> {
  await server.exited
  throw new Error(`The server ended by itself:\n${server.output()}`)
}

test.runIf(process.platform === 'linux').each(Object.entries(crashes))(
  `kill -9 of %s, in ${rounds} rounds under write load, loses nothing that was acknowledged and leaves no orphan`,
  { timeout: 60_000 + rounds * 30_000 },
  async (victim, { strike, serverDies }) => {
    const dataDir = await installedFolder()
    const env = { PORT: String(await freePort()), RATE_LIMIT_FACTOR: '0', LOG_LEVEL: 'silent' }
    let server = await startServer(dataDir, env)
    const { url } = server
    const load = registerDevices(url, await tokenAt(url, 'admin', adminPassword))
    const waits: number[] = []

    for (let round = 1; round <= rounds; round += 1) {
      await load.nextAcknowledgement()
      await pause(Math.random() * 600)
      const begun = performance.now()
      const connections = backendsOf(dataDir)
      strike({ server, dataDir })
      if (serverDies) {
        expect(await server.exited).toBeNull()
        server = await startServer(dataDir, env)
      }
      await Promise.race([gone(connections, dataDir), mustLive(server)])
      await Promise.race([load.nextAcknowledgement(), mustLive(server)])
      waits.push(Math.round(performance.now() - begun))
    }
    await load.stop()

    const unheard = await expectNothingLost(load, (await findRunningServer(dataDir)) ?? '')
    const [cutOff, databaseAway] = [0, 503]
    for (const status of load.refusals) expect([cutOff, databaseAway]).toContain(status)
    expect(await server.end(serverDies ? 'SIGKILL' : 'SIGTERM')).toBe(serverDies ? null : 0)
    await vi.waitFor(() => expect(postgresProcesses(dataDir)).toEqual([]), { timeout: 10_000 })
    waits.sort((a, b) => a - b)
    process.stdout.write(
      `kill -9 of ${victim}, ${rounds} rounds: ${load.acknowledged.size} acknowledged and all kept, ` +
        `${unheard} kept unheard of, ${load.unanswered.size} unanswered; ` +
        `answers again after ${waits[(waits.length - 1) >> 1]} ms (median), ${waits.at(-1)} ms (most)\n`,
    )
  },
)
