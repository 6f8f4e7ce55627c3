/**
 * Verifies the activity log against its seals; a server may be running: `npm run audit:verify [-- --anchor NUMBER:HASH]`.
 * Reports the first deviating row or seal and exits with status 1. An anchor is printed by an earlier verification; with
 * it, a log that was rebuilt as a whole is detected too.
 */
import { parseArgs } from 'node:util'
import type { Fault } from '#contract/platform/activity-logs.ts'
import { readConfig } from '#server/config.ts'
import { type Db, openDatabase } from '#server/db/open.ts'
import { isAnchored, verifyStep } from '#server/modules/platform/index.ts'
import { command, printLine } from './db/command.ts'
import { withSharedDatabase } from './db/with-database.ts'

const texts: Record<Fault['kind'], string> = {
  row_changed: 'a row was changed',
  row_missing: 'a row was removed',
  row_forged: 'a row was inserted',
  seal_changed: 'a seal was changed, or its rows were moved',
  seal_missing: 'a seal was removed',
  chain_cut: 'the chain was truncated',
}

function brokenText({ kind, seal, row }: Fault): string {
  const where = [
    row && `row ${row.id} of ${row.timestamp}, organization ${row.organization_id}`,
    seal !== null && `seal ${seal}`,
  ]
  return `The log is broken: ${texts[kind]} (${where.filter(Boolean).join(', ')})`
}

async function verify(db: Db, anchor: string | undefined): Promise<void> {
  const counted = { rows: 0, erased: 0 }
  for (let after = 0; ; ) {
    const step = await verifyStep(db, after)
    if (step.fault) throw new Error(brokenText(step.fault))
    counted.rows += step.rows
    counted.erased += step.erased
    after = step.seal
    process.stderr.write(`verified ${counted.rows} rows, seal ${step.seal} of ${step.seals}\n`)
    if (!step.done) continue
    if (anchor !== undefined && !(await isAnchored(db, anchor)))
      throw new Error(`The log is broken: its chain does not contain the anchor ${anchor}`)
    printLine(
      `whole: ${counted.rows} rows in ${step.seals} seals, of which ${counted.erased} rows were erased; ${step.waiting} rows wait for their seal`,
    )
    return printLine(`anchor ${step.anchor}`)
  }
}

await command(async () => {
  const { values } = parseArgs({ options: { anchor: { type: 'string' } } })
  await withSharedDatabase(readConfig(), async connectionString => {
    const { db, close } = openDatabase(connectionString, () => {}, 1)
    await verify(db, values.anchor).finally(close)
  })
})
