import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { receiveFrom } from '../live/child.ts'
import { logAction, newDevice, type Peer, pageSize, type Questions, titles } from './calls.ts'

/** Bare Fastify with SQL: no authentication, permissions, validation, activity log or live changes. */
export async function startBare(connectionString: string, questions: Questions): Promise<Peer> {
  const child = fork(fileURLToPath(new URL('./bare-server.ts', import.meta.url)), {
    env: { ...process.env, BARE_DATABASE: connectionString },
  })
  const port = await receiveFrom<number>(child)
  const { ids, middle, status } = questions
  const list = (query: string) => ({ method: 'GET', path: `/devices?limit=${pageSize}&${query}` }) as const
  return {
    name: titles.bare,
    url: `http://127.0.0.1:${port}`,
    pid: child.pid as number,
    headers: {},
    calls: {
      'list page': list('offset=0'),
      'filtered list': list(`offset=0&status=${status}`),
      'page in the middle': list(`offset=${middle}`),
      'filtered activity log': {
        method: 'GET',
        path: `/activity-logs?limit=${pageSize}&action=${logAction}`,
      },
      'one record': { method: 'GET', path: '/devices/{id}', ids },
      create: { method: 'POST', path: '/devices', body: newDevice(questions) },
      update: { method: 'PATCH', path: '/devices/{id}', ids, body: { name: 'Pendant {new}' } },
    },
    async stop() {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
