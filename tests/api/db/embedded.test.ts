// @module-tag thorough

import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { DataFolderInUse, discard, findRunningServer, supervise } from '#server/db/embedded/index.ts'
import { isPostmaster } from '#server/db/embedded/process-table.ts'
import { own, query, temporaryFolder } from '#tests/fixtures/embedded.ts'
import { clusterFolder } from '#tests/fixtures/installation.ts'
import { isReachableBy, isRoot, stranger } from '#tests/fixtures/users.ts'

const onLinux = process.platform === 'linux'

const quiet = { log: () => {} }
const clusterOf = (dataDir: string) => join(dataDir, 'postgres')

describe('one server', () => {
  test('starts on a new folder, keeps its data over a restart, and names its settings', async () => {
    const dataDir = await temporaryFolder()
    const first = await supervise({ dataDir, ...quiet })
    await query(first.connectionString, "CREATE TABLE note AS SELECT 'kept' AS text")
    const [settings] = await query(
      first.connectionString,
      `SELECT current_setting('data_checksums') AS checksums, current_setting('fsync') AS fsync,
              current_setting('listen_addresses') AS tcp, current_setting('TimeZone') AS zone,
              lower('ÜÉ') AS lower, current_setting('server_encoding') AS encoding`,
    )
    expect((await stat(join(dataDir, 'socket'))).mode & 0o077, 'who reaches the socket is trusted').toBe(0)
    await first.stop()
    expect(settings).toEqual({
      checksums: 'on',
      fsync: 'on',
      tcp: '',
      zone: 'UTC',
      lower: 'üé',
      encoding: 'UTF8',
    })
    expect(isPostmaster(first.pid, clusterOf(dataDir))).toBe(false)

    const second = await supervise({ dataDir, ...quiet })
    expect(second.connectionString).toBe(first.connectionString)
    expect(await query(second.connectionString, 'SELECT text FROM note')).toEqual([{ text: 'kept' }])
    await second.stop()
  })

  test('logs no data of failing statements', async () => {
    const dataDir = await clusterFolder()
    const { connectionString, stop } = await supervise({ dataDir, ...quiet })
    await query(connectionString, 'CREATE TABLE secret (name text UNIQUE, born date)')
    const attempts: [statement: string, values: string[]][] = [
      ["INSERT INTO secret VALUES ('Verborgen', '1940-01-01'), ('Verborgen', '1940-01-01')", []],
      ['SELECT $1::uuid', ['Verborgen']],
      ['SELECT $1::text, 1 / 0', ['Verborgen']],
      ["SELECT 'Verborgen' FROM nowhere", []],
    ]
    const client = new pg.Client({ connectionString })
    await client.connect()
    for (const [statement, values] of attempts)
      await expect(client.query(statement, values)).rejects.toThrow()
    await client.end()
    await stop()
    const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
    expect(log).toMatch(/ready to accept connections/)
    expect(log).not.toContain('Verborgen')
  })

  test.each([`a b ü日本 quo'te, "comma" & 100%`, `${'long-'.repeat(20)}ü`])(
    'works below a folder named %s',
    async name => {
      const dataDir = join(await temporaryFolder(), name, 'data')
      const { connectionString, stop } = await supervise({ dataDir, ...quiet })
      expect(await query(connectionString, 'SHOW data_directory')).toEqual([
        { data_directory: clusterOf(dataDir) },
      ])
      await stop()
    },
  )

  test('removes what an interrupted initdb left', async () => {
    const dataDir = await temporaryFolder()
    await mkdir(join(dataDir, 'postgres.init'))
    await writeFile(join(dataDir, 'postgres.init', 'PG_VERSION'), '18\n')
    const { stop } = await supervise({ dataDir, ...quiet })
    await stop()
    expect(existsSync(join(dataDir, 'postgres.init'))).toBe(false)
  })

  test('refuses the files of another major version and explains what to do', async () => {
    const dataDir = await temporaryFolder()
    await mkdir(clusterOf(dataDir))
    await writeFile(join(clusterOf(dataDir), 'PG_VERSION'), '16\n')
    await expect(supervise({ dataDir, ...quiet })).rejects.toThrow(
      /PostgreSQL 16.*PostgreSQL \d+.*db:export.*db:import/s,
    )
  })

  test('reports what PostgreSQL logged when it cannot start', async () => {
    const dataDir = await clusterFolder()
    await (await supervise({ dataDir, ...quiet })).stop()
    await writeFile(join(clusterOf(dataDir), 'postgresql.conf'), 'no_such_setting = 1\n')
    await expect(supervise({ dataDir, ...quiet })).rejects.toThrow(/no_such_setting/)
  })

  test('ignores settings of libpq in the environment', async () => {
    const dataDir = await temporaryFolder()
    const strange = {
      PGPORT: '1',
      PGHOST: 'nowhere',
      PGUSER: 'nobody',
      PGSSLMODE: 'require',
      PGDATA: '/nowhere',
    }
    const owner = own(dataDir, { env: { ...process.env, ...strange } })
    await expect(owner.ready).resolves.toBeDefined()
  })
})

describe('several servers', () => {
  test('on the same folder are refused, naming the process in use', async () => {
    const dataDir = await clusterFolder()
    const owner = own(dataDir)
    await owner.ready
    const refusal = await supervise({ dataDir, ...quiet }).catch((error: Error) => error)
    expect(refusal).toBeInstanceOf(DataFolderInUse)
    expect(refusal).toHaveProperty(
      'message',
      `Another Voicedeck server (pid ${owner.process.pid}) is already using the data folder ${dataDir}. ` +
        'Stop it, or choose another folder with DATA_DIR.',
    )
    await expect(discard(dataDir)).rejects.toThrow(DataFolderInUse)
    expect(await findRunningServer(dataDir)).toBe((await owner.ready).connectionString)
  })

  test('within the same process are refused as well', async () => {
    const dataDir = await clusterFolder()
    const { stop } = await supervise({ dataDir, ...quiet })
    await expect(supervise({ dataDir, ...quiet })).rejects.toThrow(`pid ${process.pid}`)
    await stop()
  })

  test('in two folders have two databases', async () => {
    const folders = [await clusterFolder(), await clusterFolder()]
    const [one, two] = await Promise.all(folders.map(dataDir => supervise({ dataDir, ...quiet })))
    await query(one?.connectionString ?? '', 'CREATE TABLE only_here ()')
    expect(await query(two?.connectionString ?? '', "SELECT to_regclass('only_here') AS found")).toEqual([
      { found: null },
    ])
    await Promise.all([one?.stop(), two?.stop()])
  })
})

describe('after a crash', () => {
  test.runIf(onLinux)(
    'PostgreSQL ends with a killed server, and the next start recovers its data',
    async () => {
      const dataDir = await clusterFolder()
      const owner = own(dataDir)
      const { connectionString, pid } = await owner.ready
      expect(groupOf(pid), 'Ctrl-C in a terminal must not reach it').toBe(pid)
      await query(connectionString, 'CREATE TABLE note AS SELECT 7 AS n')
      await owner.kill()

      const next = await supervise({ dataDir, ...quiet })
      expect(next.pid).not.toBe(pid)
      expect(isPostmaster(pid, clusterOf(dataDir))).toBe(false)
      expect(await query(next.connectionString, 'SELECT n FROM note')).toEqual([{ n: 7 }])
      await next.stop()
    },
  )

  test('a server and a PostgreSQL killed together do not prevent the next start', async () => {
    const dataDir = await clusterFolder()
    const owner = own(dataDir)
    const { pid } = await owner.ready
    process.kill(pid, 'SIGSTOP')
    await owner.kill()
    process.kill(pid, 'SIGKILL')

    const next = await supervise({ dataDir, ...quiet })
    expect(next.pid).not.toBe(pid)
    await next.stop()
  })

  test('a process id reused by another process does not keep PostgreSQL from starting', async () => {
    const dataDir = await clusterFolder()
    await (await supervise({ dataDir, ...quiet })).stop()
    const file = `${process.ppid}\n${clusterOf(dataDir)}\n1\n5432\n${dataDir}/socket\n\n1 1\nready\n`
    await writeFile(join(clusterOf(dataDir), 'postmaster.pid'), file)
    const next = await supervise({ dataDir, ...quiet })
    expect(next.pid).not.toBe(process.ppid)
    await next.stop()
  })

  test('a PostgreSQL that outlived its server is attached to, kept running and stopped', async () => {
    const dataDir = await clusterFolder()
    // Without setpriv on the PATH nothing ends PostgreSQL with its server, as on macOS.
    const owner = own(dataDir, { env: { ...process.env, PATH: await pathWithout('setpriv') } })
    const { pid } = await owner.ready
    await owner.kill()
    expect(isPostmaster(pid, clusterOf(dataDir))).toBe(true)

    const next = await supervise({ dataDir, ...quiet })
    expect(next.pid).toBe(pid)
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(next.pid).not.toBe(pid), { timeout: 10_000, interval: 50 })
    expect(await query(next.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await next.stop()
    expect(await findRunningServer(dataDir)).toBeUndefined()
  })

  test('a PostgreSQL killed under a running server is restarted at the same address', async () => {
    const dataDir = await clusterFolder()
    const logged: string[] = []
    const server = await supervise({ dataDir, log: message => logged.push(message) })
    const { pid } = server
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(logged).toContain('PostgreSQL answers again.'), {
      timeout: 10_000,
      interval: 50,
    })
    expect(server.pid).not.toBe(pid)
    expect(await query(server.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await server.stop()
  })
})

describe('discard', () => {
  test('deletes the database and nothing else', async () => {
    const dataDir = await clusterFolder()
    await (await supervise({ dataDir, ...quiet })).stop()
    await writeFile(join(dataDir, 'letter.eml'), 'Dear')
    await discard(dataDir)
    expect(existsSync(clusterOf(dataDir))).toBe(false)
    expect(readFileSync(join(dataDir, 'letter.eml'), 'utf8')).toBe('Dear')
  })
})

describe.runIf(isRoot && onLinux)('users', () => {
  test('root runs PostgreSQL below a home folder that only root may enter', async () => {
    const dataDir = join(await temporaryFolder(), 'data')
    const { connectionString, stop } = await supervise({ dataDir, ...quiet })
    expect((await stat(clusterOf(dataDir))).uid).toBe(0)
    expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await stop()
  })

  test('root falls back to an unprivileged user where user namespaces are refused', async () => {
    const home = await temporaryFolder()
    await chmod(home, 0o711)
    const dataDir = join(home, 'data')
    const env = { ...process.env, PATH: await pathWithout('unshare') }
    const owner = own(dataDir, { env })
    const { pid, connectionString } = await owner.ready
    expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect((await stat(`/proc/${pid}`)).uid).toBe(65534)
    await owner.kill()
    await vi.waitFor(() => expect(isPostmaster(pid, clusterOf(dataDir))).toBe(false), { timeout: 5_000 })
    const again = own(dataDir, { env })
    await expect(again.ready).resolves.toBeDefined()
  })

  test('root reports it when neither way is open', async () => {
    const dataDir = join(await temporaryFolder(), 'data')
    const owner = own(dataDir, { env: { ...process.env, PATH: await pathWithout('unshare') } })
    await expect(owner.ready).rejects.toThrow('It needs a user who is not root')
    expect((await stat(dataDir)).uid).toBe(0)
  })

  test.runIf(isReachableBy(stranger))('an ordinary user runs it below a private home folder', async () => {
    const dataDir = join(await temporaryFolder(stranger), 'data')
    const owner = own(dataDir, { uid: stranger })
    const { pid } = await owner.ready
    expect((await stat(`/proc/${pid}`)).uid).toBe(stranger)
    await owner.kill()
    await vi.waitFor(() => expect(isPostmaster(pid, clusterOf(dataDir))).toBe(false), { timeout: 5_000 })
  })

  test('root runs the files of an ordinary user as that user', async () => {
    const dataDir = await temporaryFolder(stranger)
    await chmod(dataDir, 0o711)
    const { pid, stop } = await supervise({ dataDir, ...quiet })
    expect((await stat(`/proc/${pid}`)).uid).toBe(stranger)
    await stop()
  })
})

/** The process group of a process, by proc(5). */
const groupOf = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[2])

/** A PATH with the programs that the supervisor calls, but for one. */
async function pathWithout(program: 'setpriv' | 'unshare'): Promise<string> {
  const folder = await temporaryFolder()
  await chmod(folder, 0o755)
  for (const name of ['setpriv', 'unshare', 'chown', 'ps'].filter(name => name !== program)) {
    const found = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'].map(place => join(place, name)).find(existsSync)
    if (found) await symlink(found, join(folder, name))
  }
  return folder
}
