/**
 * `npm run bench -- figure-rules --rules=500 --rows=5000 --logs=200000`: checks of rules on figures that are all due at
 * once, over demo data: how long they take, and what one costs (Linux).
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { findRunningServer } from '#server/db/embedded/index.ts'
import { types } from '#server/db/open.ts'
import { connectionTimes, processTimes } from './cpu.ts'
import { benchmark, ms } from './harness.ts'
import { countsOf, readFlags } from './lists/questions.ts'
import { startServer } from './lists/server.ts'

/** Rules of one owner, half of which compare two periods. */
const insertRules = `insert into figure_rules (id, organization_id, owner_id, name, source, condition, period, every,
    hold, min_rows, recipient_ids, next_at)
  select gen_random_uuid(), organization_id, id, 'Rule ' || n,
    jsonb_build_object('name', 'operations', 'filters', '{}'::jsonb,
      'figure', (array['total_sessions', 'average_latency', 'success_rate'])[1 + n % 3]),
    jsonb_build_object('kind', (array['above', 'rises'])[1 + n % 2], 'value', 1e9, 'by', 'percent', 'recovery', null),
    (array['1h', '24h'])[1 + n / 2 % 2], '1h', 1, 0, '{}', now()
  from people cross join generate_series(1, $1::int) as n where username = 'bench'`

export default benchmark({
  name: 'figure-rules',
  about:
    'checks of rules on figures that are all due at once: seconds, and CPU of server and database per check',
  async run({ flags }) {
    const rules = Number(flags.find(flag => flag.startsWith('--rules='))?.split('=')[1] ?? 500)
    const { rows: people, logs } = readFlags(flags.filter(flag => !flag.startsWith('--rules=')))
    const folder = await mkdtemp(join(tmpdir(), 'voicedeck-figure-rules-'))
    const server = await startServer(folder, countsOf({ rows: people, logs }), 1)
    const pool = new pg.Pool({ connectionString: await findRunningServer(folder), types, max: 1 })
    try {
      const postmaster = Number.parseInt(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8'), 10)
      const used = () => [processTimes(server.pid).cpu, connectionTimes(postmaster)] as const
      const [before, begun] = [used(), performance.now()]
      await pool.query(insertRules, [rules])
      const count = async (condition: string) =>
        Number((await pool.query(`select count(*) from figure_rules where ${condition}`)).rows[0].count)
      while ((await count('checked_at is null')) > 0) await setTimeout(200)
      const [seconds, after] = [(performance.now() - begun) / 1_000, used()]
      return [
        {
          rules,
          seconds: ms(seconds),
          server_cpu_ms: ms((after[0] - before[0]) / rules),
          database_cpu_ms: ms((after[1] - before[1]) / rules),
          errors: await count(`state = 'error'`),
        },
      ]
    } finally {
      await pool.end()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
})
