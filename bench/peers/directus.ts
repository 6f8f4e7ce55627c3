import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withClient } from '#server/db/open.ts'
import { fetchPackage } from '../../scripts/test/fetch-package.mjs'
import { freePorts } from '../free-ports.ts'
import { until } from '../scale-out/machine.ts'
import { logAction, newDevice, type Peer, pageSize, type Questions, titles } from './calls.ts'

const version = '12.4.1'
/** Not part of what is measured: its console, and the sandbox of its extensions, which is compiled at installation. */
const left = 'npm:empty-npm-package@1.0.0'
const token = 'bench'

/** The command of Directus, which is fetched on first use. @throws if it cannot be had here */
function fetchDirectus(): string {
  const folder = fetchPackage('directus', version, { '@directus/app': left, 'isolated-vm': left })
  if (!folder) throw new Error('npm could not install it')
  return join(folder, 'node_modules/@directus/api/dist/cli/run.js')
}

const environmentFor = (connectionString: string) => {
  const { searchParams } = new URL(connectionString.replace('@/', '@localhost/'))
  return {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    DB_CLIENT: 'pg',
    DB_HOST: searchParams.get('host') ?? '',
    DB_PORT: searchParams.get('port') ?? '',
    DB_USER: 'voicedeck',
    DB_PASSWORD: 'trusted',
    DB_DATABASE: 'peers',
    DB_POOL__MAX: '16',
    KEY: 'bench',
    SECRET: 'bench-bench-bench-bench-bench-bench',
    ADMIN_EMAIL: 'bench@example.com',
    ADMIN_PASSWORD: 'correct horse battery staple',
    ADMIN_TOKEN: token,
    HOST: '127.0.0.1',
    SERVE_APP: 'false',
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
    // Refuses calls under load otherwise.
    PRESSURE_LIMITER_ENABLED: 'false',
  }
}

/** Creates Directus' own tables in the database of the peers, once, and registers ours. @throws if that fails */
export async function prepareDirectus(connectionString: string): Promise<void> {
  const env = environmentFor(connectionString)
  await withClient({ connectionString }, async client => {
    const { rows } = await client.query(`select to_regclass('directus_collections') as found`)
    if (!rows[0]?.found) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [fetchDirectus(), 'bootstrap'], { env })
      if (status !== 0) throw new Error(`Directus was not set up: ${stdout}${stderr}`)
    }
    await client.query(
      `insert into directus_collections (collection) values ('devices'), ('activity_logs') on conflict do nothing`,
    )
  })
}

/** Directus, called by an admin with a static token; with its cache it answers reads from memory, for five minutes. */
export async function startDirectus(
  connectionString: string,
  questions: Questions,
  cached: boolean,
): Promise<Peer> {
  const folder = await mkdtemp(join(tmpdir(), 'voicedeck-directus-'))
  const [port] = await freePorts(1)
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [fetchDirectus(), 'start'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...environmentFor(connectionString),
      PORT: String(port),
      PUBLIC_URL: url,
      ...(cached && { CACHE_ENABLED: 'true', CACHE_AUTO_PURGE: 'true', CACHE_STORE: 'memory' }),
    },
  })
  try {
    await until('Directus is ready', async () => (await fetch(`${url}/server/ping`)).ok)
  } catch (error) {
    child.kill()
    throw error
  }
  const { ids, middle, status } = questions
  const list = (collection: string, query: string) =>
    ({ method: 'GET', path: `/items/${collection}?limit=${pageSize}&meta=filter_count&${query}` }) as const
  const lists = {
    'list page': list('devices', 'sort=name'),
    'filtered list': list('devices', `sort=name&filter[status][_eq]=${status}`),
    'page in the middle': list('devices', `sort=name&offset=${middle}`),
    'filtered activity log': list('activity_logs', `sort=-timestamp&filter[action][_eq]=${logAction}`),
  }
  return {
    name: titles[cached ? 'cached' : 'directus'],
    url,
    pid: child.pid as number,
    headers: { authorization: `Bearer ${token}` },
    calls: cached
      ? lists
      : {
          ...lists,
          'one record': { method: 'GET', path: '/items/devices/{id}', ids },
          create: { method: 'POST', path: '/items/devices', body: newDevice(questions) },
          update: { method: 'PATCH', path: '/items/devices/{id}', ids, body: { name: 'Pendant {new}' } },
        },
    async stop() {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
