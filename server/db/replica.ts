import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type pg from 'pg'
import { type Database, openKysely, openPool } from './open.ts'
import { openOwnWrites } from './own-writes.ts'
import { serversOf } from './primary.ts'
import type { Tables } from './tables.ts'

/** Milliseconds between two measurements of the lag, and the time that one may take. */
const [intervalMs, timeoutMs] = [500, 1_000]
/** Positions of the primary that are remembered: ten minutes of them. */
const maxPositions = 1_200
/** Added to the time for which a caller reads their own writes from the primary, against late timers. */
const marginMs = 1_000
/** Connections to a replica per instance. */
const sizes = { calls: 8, exports: 3 }

/** The end of the primary's write-ahead log at a moment of `performance.now()`: everything committed by then is before it. */
interface Position {
  at: number
  lsn: number
}

/** Where the calls that may lag were read. */
export type ReadSource = 'replica' | 'primary' | 'primary_after_error'

/** Reads that may lag, and the standbys that answer them. */
export interface Replica {
  /**
   * Reads from a standby whose data is not too old. Reads from the primary if there is none, if the caller has just
   * changed something, or if the standby fails.
   * @returns the age of the data in milliseconds; null from the primary
   */
  read<T>(
    callerId: string,
    work: (database: Database) => Promise<T>,
  ): Promise<{ result: T; ageMs: number | null }>
  /** Records that a caller has changed something; await it after the commit. */
  noteWrite(callerId: string): Promise<void>
  /** Milliseconds by which each standby is behind; null for one that does not answer, and for the primary. */
  lags(): { server: string; lagMs: number | null; isPrimary: boolean }[]
  counts: Readonly<Record<ReadSource, number>>
  close(): Promise<void>
}

/** Sends each statement to a standby while it is fresh, and to the primary otherwise or after an error; no transactions. */
class FallbackDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(standby: Kysely<Tables>, primary: Kysely<Tables>, isFresh: () => boolean) {
    this.#connection = {
      executeQuery: query =>
        isFresh()
          ? standby.executeQuery<never>(query).catch(() => primary.executeQuery<never>(query))
          : primary.executeQuery<never>(query),
      streamQuery: () => this.#refuse(),
    }
  }
  #refuse(): never {
    throw new Error('Exports read single statements')
  }
  async acquireConnection() {
    return this.#connection
  }
  beginTransaction = async () => this.#refuse()
  commitTransaction = async () => this.#refuse()
  rollbackTransaction = async () => this.#refuse()
  async init() {}
  async releaseConnection() {}
  async destroy() {}
}

const withFallback = (standby: Kysely<Tables>, primary: Kysely<Tables>, isFresh: () => boolean) =>
  new Kysely<Tables>({
    dialect: {
      createDriver: () => new FallbackDriver(standby, primary, isFresh),
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: db => new PostgresIntrospector(db),
    },
  })

const replicas = new WeakSet<object>()

/** Whether this is a pool of connections to a standby. */
export const isReplica = (db: object): boolean => replicas.has(db)

class NoStandby extends Error {}

interface Standby {
  server: string
  /** The moment of `performance.now()` by which everything committed has been replayed; null if unknown. */
  replayedAt(): number | null
  /** Whether the server answers and is the primary: any server may be promoted. */
  isPrimary(): boolean
  database: Database
  measure(positions: readonly Position[]): Promise<void>
  close(): Promise<void>
}

function openStandby(
  { host, port, url }: ReturnType<typeof serversOf>[number],
  primary: Database,
  maxLagMs: number,
  onError: (error: Error) => void,
): Standby {
  let replayedAt: number | null = null
  let isPrimary = false
  const clients = new Set<pg.PoolClient>()
  const open = (name: string, size: number) => {
    const pool = openPool({ connectionString: url }, `voicedeck ${name}`, size, onError, timeoutMs)
    pool.on('connect', client => clients.add(client))
    pool.on('remove', client => clients.delete(client))
    return pool
  }
  const monitor = openPool(
    { connectionString: url, query_timeout: timeoutMs },
    'voicedeck replica',
    1,
    onError,
    timeoutMs,
  )
  const pool = open('reads', sizes.calls)
  const db = openKysely(pool)
  replicas.add(db)
  const exports = openKysely(open('exports', sizes.exports))
  const isFresh = () => replayedAt !== null && performance.now() - replayedAt <= maxLagMs

  /** Ends its connections, whose calls would wait for a server that does not answer. */
  function abandon() {
    replayedAt = null
    for (const client of clients) void (client as unknown as pg.Client).end().catch(() => {})
  }

  return {
    server: `${host}:${port}`,
    replayedAt: () => replayedAt,
    isPrimary: () => isPrimary,
    database: { ...primary, db, pool, exports: withFallback(exports, primary.exports, isFresh) },
    async measure(positions) {
      try {
        const { rows } = await monitor.query<{ standby: boolean; lsn: number | null }>(
          `select pg_is_in_recovery() as standby, (pg_last_wal_replay_lsn() - '0/0')::bigint as lsn`,
        )
        const [state] = rows
        isPrimary = state?.standby === false
        if (!state?.standby) throw new NoStandby(`${host}:${port} is not a standby`)
        const reached = positions.findLast(({ lsn }) => lsn <= (state.lsn ?? -1))
        if (reached) replayedAt = Math.max(replayedAt ?? 0, reached.at)
      } catch (error) {
        if (!(error instanceof NoStandby)) isPrimary = false
        abandon()
      }
    },
    async close() {
      await Promise.all([monitor.end(), db.destroy(), exports.destroy()])
    },
  }
}

interface ReplicaOptions {
  /** One server, or several of which any may be a standby. */
  connectionString: string
  primaryConnectionString: string
  primary: Database
  /** Maximum age of the data in milliseconds. */
  maxLagMs: number
  redisUrl: string | undefined
  /** Called when an idle connection breaks. */
  onError: (error: Error) => void
}

/**
 * Opens the standbys for reads that may lag. Twice a second, the primary is asked how far its write-ahead log reaches,
 * and each standby how far it has replayed it: a standby that has reached a position holds everything that was committed
 * when the primary gave it. No clock of another machine is involved.
 */
export function openReplica({
  connectionString,
  primaryConnectionString,
  primary,
  maxLagMs,
  redisUrl,
  onError,
}: ReplicaOptions): Replica {
  const positions: Position[] = []
  const counts: Record<ReadSource, number> = { replica: 0, primary: 0, primary_after_error: 0 }
  const writes = openOwnWrites(maxLagMs + marginMs, redisUrl)
  const monitor = openPool(
    { connectionString: primaryConnectionString, query_timeout: timeoutMs },
    'voicedeck replica',
    1,
    onError,
    timeoutMs,
  )
  const standbys = serversOf(connectionString).map(server => openStandby(server, primary, maxLagMs, onError))
  const now = () => performance.now()

  async function recordPosition() {
    const at = now()
    const { rows } = await monitor.query<{ lsn: number }>(
      `select (pg_current_wal_lsn() - '0/0')::bigint as lsn`,
    )
    positions.push({ at, lsn: rows[0]?.lsn ?? Number.POSITIVE_INFINITY })
    if (positions.length > maxPositions) positions.shift()
  }
  let measuring: Promise<unknown> | undefined
  const timer = setInterval(() => {
    measuring ??= recordPosition()
      .catch(() => {})
      .then(() => Promise.all(standbys.map(standby => standby.measure(positions))))
      .finally(() => {
        measuring = undefined
      })
  }, intervalMs)
  timer.unref()

  /** The freshest standby, if its data is not too old. */
  function freshest(): { standby: Standby; replayedAt: number } | undefined {
    const [best] = standbys
      .map(standby => ({ standby, replayedAt: standby.replayedAt() ?? Number.NEGATIVE_INFINITY }))
      .sort((one, other) => other.replayedAt - one.replayedAt)
    return best && now() - best.replayedAt <= maxLagMs ? best : undefined
  }

  return {
    counts,
    async read(callerId, work) {
      const isOwnWriteMissing = await writes.hasRecent(callerId)
      const best = isOwnWriteMissing ? undefined : freshest()
      let source: ReadSource = 'primary'
      if (best) {
        try {
          const result = await work(best.standby.database)
          counts.replica += 1
          return { result, ageMs: now() - best.replayedAt }
        } catch {
          // A standby cancels long reads that conflict with its replay. An error of the call itself occurs again below.
          source = 'primary_after_error'
        }
      }
      counts[source] += 1
      return { result: await work(primary), ageMs: null }
    },
    noteWrite: writes.note,
    lags: () =>
      standbys.map(({ server, replayedAt, isPrimary }) => {
        const at = replayedAt()
        return { server, lagMs: at === null ? null : now() - at, isPrimary: isPrimary() }
      }),
    async close() {
      clearInterval(timer)
      writes.close()
      await measuring
      await Promise.all([monitor.end(), ...standbys.map(standby => standby.close())])
    },
  }
}
