import { devices } from '#contract/devices/devices.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { findRunningServer } from '#server/db/embedded/index.ts'
import { withClient } from '#server/db/open.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { demoCounts, type Server, startServer } from '../lists/server.ts'
import { inspectorFlags } from '../records/profile.ts'
import { startBare } from './bare.ts'
import { type Column, logAction, newDevice, type Peer, pageSize, type Questions, titles } from './calls.ts'
import { prepareDirectus, startDirectus } from './directus.ts'
import type { Flags } from './flags.ts'
import { preparePeers } from './rows.ts'

export type Peers = Partial<Record<Column, Peer>>

/** Records that are read and changed. */
const recordCount = 2_000

const askQuestions = (connectionString: string, status: string): Promise<Questions> =>
  withClient({ connectionString }, async client => {
    const { rows } = await client.query<{ id: string; total: number }>(
      `select id, count(*) over ()::int as total from devices where deleted_at is null order by random() limit $1`,
      [recordCount],
    )
    return {
      middle: Math.floor((rows[0]?.total ?? 0) / 2),
      ids: rows.map(({ id }) => id),
      // A customer's organization may have no more devices than its plan includes.
      organization: serviceOrganization,
      status,
    }
  })

/** Our server, called by an admin who is signed in. */
function ours({ url, pid, headers, stop }: Server, questions: Questions): Peer {
  const { middle, ids, status } = questions
  const list = (query: string, start = 0) =>
    ({
      method: 'GET',
      path: `${devices.list.path}?${query}&_start=${start}&_end=${start + pageSize}`,
    }) as const
  return {
    name: titles.ours,
    url,
    pid,
    headers,
    stop,
    calls: {
      'list page': list('_sort=name'),
      'filtered list': list(`_sort=name&status=${status}`),
      'page in the middle': list('_sort=name', middle),
      'filtered activity log': {
        method: 'GET',
        path: `${activityLogs.list.path}?action=${logAction}&_end=${pageSize}`,
      },
      'one record': { method: 'GET', path: devices.show.path, ids },
      create: { method: 'POST', path: devices.create.path, body: newDevice(questions) },
      update: { method: 'PUT', path: devices.update.path, ids, body: { name: 'Pendant {new}' } },
    },
  }
}

/** Starts the servers to compare on one PostgreSQL, which is ours in the folder. */
export async function openPeers(
  folder: string,
  { rows, logs, clients, columns, profile, status }: Flags,
  log: (line: string) => void,
): Promise<{ peers: Peers; close(): Promise<void> }> {
  const server = await startServer(
    folder,
    demoCounts({ rows, logs }),
    clients,
    {},
    profile ? inspectorFlags : [],
  )
  const peers: Peers = {}
  const close = async () => {
    for (const peer of [peers.bare, peers.cached, peers.directus]) await peer?.stop()
    await server.stop()
  }
  try {
    const own = (await findRunningServer(folder)) as string
    const theirs = await preparePeers(own)
    const questions = await askQuestions(own, status)
    if (columns.includes('ours')) peers.ours = ours(server, questions)
    if (columns.includes('bare')) peers.bare = await startBare(theirs, questions)
    const ofDirectus = columns.filter(column => column === 'directus' || column === 'cached')
    try {
      if (ofDirectus.length > 0) await prepareDirectus(theirs)
      for (const column of ofDirectus)
        peers[column] = await startDirectus(theirs, questions, column === 'cached')
    } catch (error) {
      log(`Directus is left out: ${(error as Error).message}`)
    }
    return { peers, close }
  } catch (error) {
    await close()
    throw error
  }
}
