import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'

/** Milliseconds that a read may take; then the embedded rollups answer. */
const readTimeoutMs = 2_000
/** Milliseconds that the insert of a batch may take. */
export const insertTimeoutMs = 10_000
/** Milliseconds for which nothing is read after a failure. */
const pauseMs = 5_000
/** Statements carry lists of members as text. */
const maxQuerySize = 8_388_608

/** Where figures were read that could be read from the copy. */
export type CopyReads = Record<'clickhouse' | 'embedded' | 'embedded_after_error', number>

/** The copy of the rollups' sources in ClickHouse. */
export interface CopyStore {
  /** Reads rows. @throws after two seconds, and at once for five seconds after a failure */
  read<Row>(query: string): Promise<Row[]>
  /** Inserts rows; repeated with the same token, they are inserted once. */
  insert(table: string, rows: readonly object[], token: string): Promise<void>
  /** Runs a statement that changes something. */
  command(query: string): Promise<void>
  /** Reads for the relay, which may take longer. */
  query<Row>(query: string): Promise<Row[]>
  /** Whether ClickHouse answers; it is read again at once if it does. */
  ping(): Promise<void>
  /** Counts the reads by where they were answered. */
  counts: CopyReads
  /** Rows inserted by this instance. */
  copied: { rows: number }
  close(): Promise<void>
}

/** Nothing is rounded, and every part is complete as soon as its insert is acknowledged. */
const settings: ClickHouseSettings = {
  date_time_input_format: 'best_effort',
  max_query_size: `${maxQuerySize}`,
  do_not_merge_across_partitions_select_final: 1,
  max_partitions_per_insert_block: '0',
  async_insert: 0,
  wait_end_of_query: 1,
}

/**
 * Opens the copy; no connection is made before the first statement. The client is loaded only here.
 * @param url with user, password and database, which must exist
 */
export async function openCopyStore(url: string): Promise<CopyStore> {
  const { createClient, ClickHouseLogLevel } = await import('@clickhouse/client')
  const client: ClickHouseClient = createClient({
    url,
    application: 'voicedeck',
    request_timeout: insertTimeoutMs,
    clickhouse_settings: settings,
    // Errors are thrown, and reported where they are handled.
    log: { level: ClickHouseLogLevel.OFF },
  })
  let pausedUntil = 0

  async function select<Row>(query: string, timeoutMs: number): Promise<Row[]> {
    const result = await client.query({
      query,
      format: 'JSONEachRow',
      abort_signal: AbortSignal.timeout(timeoutMs),
      clickhouse_settings: { max_execution_time: timeoutMs / 1_000 },
    })
    return result.json<Row>()
  }

  return {
    counts: { clickhouse: 0, embedded: 0, embedded_after_error: 0 },
    copied: { rows: 0 },
    async read(query) {
      if (performance.now() < pausedUntil) throw new Error('ClickHouse failed a moment ago')
      try {
        return await select(query, readTimeoutMs)
      } catch (error) {
        pausedUntil = performance.now() + pauseMs
        throw error
      }
    },
    async insert(table, values, token) {
      await client.insert({
        table,
        values,
        format: 'JSONEachRow',
        abort_signal: AbortSignal.timeout(insertTimeoutMs),
        clickhouse_settings: { insert_deduplication_token: token },
      })
    },
    async command(query) {
      await client.command({ query, abort_signal: AbortSignal.timeout(insertTimeoutMs) })
    },
    query: query => select(query, insertTimeoutMs),
    async ping() {
      await select('select 1', readTimeoutMs)
      pausedUntil = 0
    },
    close: () => client.close(),
  }
}
