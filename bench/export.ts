/** `npm run bench -- export --rows=200000`; one million rows by default. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Format, formats } from '#contract/kit/listing.ts'
import { ActivityLog } from '#contract/platform/activity-logs.ts'
import { findRunningServer } from '#server/db/embedded/index.ts'
import { login } from '#tests/fixtures/http.ts'
import { benchmark, type Measured, memoryOf, ms } from './harness.ts'
import { launch, owner } from './server.ts'

const columns = Object.keys(ActivityLog.shape)

/** Inserts activity logs of realistic size, one second apart. */
const filling = `insert into activity_logs
  (organization_id, id, "timestamp", action, resource_type, resource_id, user_id, user_email, user_role, source, request_id, ip, details)
  select '00000000-0000-7000-8000-000000000001', gen_random_uuid(), now() - make_interval(secs => n),
    (array['create', 'update', 'delete', 'login'])[1 + n % 4], 'devices', gen_random_uuid()::text, 1, 'root@example.org', 'admin',
    'server', gen_random_uuid()::text, '192.0.2.1',
    jsonb_build_object('before', jsonb_build_object('name', 'Hub ' || n), 'after', jsonb_build_object('name', 'Hub, "' || n || '"'))
  from generate_series(1, $1::int) as n`

/** Concurrent writes: a few current rows. */
const trickle = filling.replace('make_interval(secs => n)', "interval '0'")

/** @param start when the stream was requested */
async function drain(stream: AsyncIterable<Buffer>, start = performance.now()) {
  let first = Number.NaN
  let bytes = 0
  let lines = 0
  for await (const chunk of stream) {
    if (bytes === 0) first = performance.now() - start
    bytes += chunk.length
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1
  }
  return { first, bytes, lines, seconds: (performance.now() - start) / 1_000 }
}

const rowOf = (
  what: string,
  logs: number,
  { first, bytes, seconds }: Awaited<ReturnType<typeof drain>>,
): Measured => ({
  what,
  'first byte ms': ms(first),
  seconds: ms(seconds),
  MB: Math.round(bytes / 1e6),
  'rows/s': Math.round(logs / seconds),
})

export default benchmark({
  name: 'export',
  about: 'a million activity logs exported over HTTP during writes, compared with COPY',
  async run({ flags, log }) {
    const { values } = parseArgs({
      args: [...flags],
      options: { rows: { type: 'string', default: '1000000' } },
    })
    const logs = Number(values.rows)
    const folder = await mkdtemp(join(tmpdir(), 'voicedeck-export-'))
    const { url, pid, stop } = await launch(folder)
    const client = new pg.Client({ connectionString: await findRunningServer(folder) })
    const writer = new pg.Client({ connectionString: await findRunningServer(folder) })
    try {
      await Promise.all([client.connect(), writer.connect()])
      const token = await login(url, owner.username, owner.password)
      log(`inserting ${logs} activity logs`)
      await client.query(filling, [logs])
      await client.query('vacuum analyze activity_logs')

      const names = columns.map(name => `"${name}"`).join(', ')
      const statement = `select ${names} from activity_logs order by "timestamp" desc, id desc`
      const copied = client.query(copyTo(`copy (${statement}) to stdout with (format csv, header)`))
      const rows: Measured[] = [rowOf('COPY to CSV', logs, await drain(copied))]

      const exported = async (format: Format, filter = '') => {
        const query = `_format=${format}&_sort=timestamp&_order=desc${filter}`
        const start = performance.now()
        const request = get(`${url}/api/activity-logs?${query}`, {
          headers: { authorization: `Bearer ${token}` },
        })
        const [response] = (await once(request, 'response')) as [IncomingMessage]
        if (response.statusCode !== 200) throw new Error(`The server answered ${response.statusCode}`)
        return drain(response, start)
      }
      // Warm-up: excludes compilation.
      for (const format of formats) await exported(format, '&action=create&_columns=id')

      for (const format of formats) {
        const before = memoryOf(pid)
        let peak = before
        const watch = setInterval(() => {
          peak = Math.max(peak, memoryOf(pid))
        }, 200)
        let isOver = false
        const writing = (async () => {
          while (!isOver) {
            await writer.query(trickle, [5])
            await pause(100)
          }
        })()
        const measured = await exported(format).finally(() => {
          isOver = true
          clearInterval(watch)
        })
        await writing
        rows.push({
          ...rowOf(format, logs, measured),
          'memory growth MB': Math.round(peak - before),
          lines: format === 'xlsx' ? '' : measured.lines,
        })
      }
      return rows
    } finally {
      await Promise.all([client.end(), writer.end()])
      await stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
})
