// @module-tag clock-deep

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { describe, expect, onTestFinished } from 'vitest'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import type { Tables } from '#server/db/tables.ts'
import { serviceOrganization, writeAuditLogs } from '#server/kit/audit.ts'
import { eraseLogsOf, isAnchored, sealWaiting, verifyStep } from '#server/modules/platform/index.ts'
import { type Api, test } from '#tests/fixtures/api.ts'

type Db = Kysely<Tables>

let count = 0
const origin = { actor: null, requestId: null, ip: '192.0.2.7', source: 'server' } as const

/** Writes logs in one transaction and returns them. */
async function written(db: Db, size: number) {
  const entries = Array.from({ length: size }, () => ({
    action: 'update',
    resourceType: 'devices',
    resourceId: `device-${++count}`,
    details: { before: { name: 'Küche' }, after: { name: `Kitchen ${count}`, battery: 1.5 } },
  }))
  return db.transaction().execute(db => writeAuditLogs(db, entries, origin))
}

/** Seals all that waits; the server under test may be faster. */
async function sealed(db: Db): Promise<void> {
  for (;;) {
    await sealWaiting(db)
    const waiting = await db.selectFrom('unsealed_activity_logs').select('id').limit(1).execute()
    if (waiting.length === 0) return
  }
}

/** A log of at least three seals; the rows of the last but one. */
async function threeSeals(db: Db) {
  await written(db, 3)
  await sealed(db)
  const rows = await written(db, 5)
  await sealed(db)
  await written(db, 1)
  await sealed(db)
  const { seals } = await db.selectFrom('activity_log_chain').select('seals').executeTakeFirstOrThrow()
  return { rows, seals, seal: seals - 1 }
}

/** Proves the log after something was done to it, which is then undone. */
async function provedAfter(db: Db, harm: (db: Db) => Promise<unknown>) {
  const transaction = await db.startTransaction().execute()
  try {
    await harm(transaction)
    return await proved(transaction)
  } finally {
    await transaction.rollback().execute()
  }
}

async function proved(db: Parameters<typeof verifyStep>[0]) {
  let rows = 0
  let erased = 0
  for (let after = 0; ; ) {
    const step = await verifyStep(db, after)
    rows += step.rows
    erased += step.erased
    if (step.done) return { ...step, rows, erased }
    after = step.seal
  }
}

describe('sealing', () => {
  test('covers each row once, whichever transaction commits first', async ({ api: { db } }) => {
    // Who is the first to use a word makes others wait who use it too.
    await written(db, 1)
    const slow = await db.startTransaction().execute()
    const entry = { action: 'update', resourceType: 'devices', resourceId: 'slow' }
    const [late] = await writeAuditLogs(slow, [entry], origin)
    const [early] = await written(db, 1)
    await sealed(db)
    const sealsOf = async (id?: string) =>
      (
        await db
          .selectFrom('activity_log_seals')
          .select('number')
          .where(sql`${id}`, '=', sql`any(ids)`)
          .execute()
      ).length
    expect(await sealsOf(early?.id)).toBe(1)
    expect(await sealsOf(late?.id)).toBe(0)
    await slow.commit().execute()
    await sealed(db)
    expect(await sealsOf(late?.id)).toBe(1)
    expect(await proved(db)).toMatchObject({ fault: null })
  })

  test('is safe with several instances running', async ({ api: { db } }) => {
    await written(db, 3_000)
    const shares = await Promise.all(Array.from({ length: 4 }, () => sealWaiting(db)))
    await sealed(db)
    const { rows, fault } = await proved(db)
    expect(fault).toBeNull()
    const all = await db
      .selectFrom('activity_logs')
      .select(({ fn }) => fn.countAll().as('count'))
      .execute()
    expect(all).toEqual([{ count: rows }])
    expect(shares.reduce((sum, share) => sum + share)).toBeLessThanOrEqual(3_000)
  })

  test('happens automatically within five seconds of a change', async ({ api }) => {
    const admin = await api.signedIn('admin')
    await admin.call(activityLogs.create, { body: { action: 'export', resource_type: 'devices' } })
    await expect
      .poll(async () => (await admin.call(activityLogs.verify)).reply.waiting, { timeout: 5_000 })
      .toBe(0)
  })
})

describe('verifying the log', () => {
  test('confirms that it is complete, counts erased rows, and returns an anchor', async ({ api }) => {
    const { db } = api
    await threeSeals(db)
    const before = await proved(db)
    expect(before).toMatchObject({ fault: null, waiting: 0, done: true })
    const { userId } = await api.signedIn('caregiver')
    const [{ id }] = (await db.selectFrom('people').select('id').where('user_id', '=', userId).execute()) as [
      { id: string },
    ]
    const actor = {
      id,
      userId,
      email: 'jo@example.org',
      role: 'caregiver',
      organizationId: serviceOrganization,
    } as const
    await writeAuditLogs(
      db,
      [{ action: 'login', resourceType: 'account', actor, details: { method: 'password' } }],
      origin,
    )
    await sealed(db)
    expect(await eraseLogsOf(db, userId)).toBe(1)
    await sealed(db)
    expect(
      await db
        .selectFrom('activity_logs')
        .select(['user_email', 'ip', 'details', 'salt', 'user_id'])
        .where('actor_id', '=', id)
        .execute(),
    ).toEqual([{ user_email: null, ip: null, details: {}, salt: null, user_id: userId }])
    const after = await proved(db)
    expect(after).toMatchObject({ fault: null, erased: before.erased + 1 })
    expect(await isAnchored(db, before.anchor as string)).toBe(true)
    expect(await isAnchored(db, `1:${'0'.repeat(64)}`)).toBe(false)
    // What is left of an erased row is still proved, and nothing can be put into the place of what was erased.
    for (const harm of [sql`action = 'logout'`, sql`details = '{"method": "passkey"}'`]) {
      const { fault } = await provedAfter(db, db =>
        sql`update activity_logs set ${harm} where actor_id = ${id}`.execute(db),
      )
      expect(fault).toMatchObject({ kind: 'row_changed' })
    }
  })

  test('reports what differs from its seal', async ({ api: { db } }) => {
    const { rows, seals, seal } = await threeSeals(db)
    const [first, second, third] = rows.map(({ id }) => id)
    const faultAfter = async (...harms: ReturnType<typeof sql>[]) => {
      const { fault } = await provedAfter(db, async db => {
        for (const harm of harms) await harm.execute(db)
      })
      return fault && { kind: fault.kind, seal: fault.seal, row: fault.row?.id ?? null }
    }

    const flipped = sql`update activity_logs set details = replace(details::text, 'Küche', 'Kuche')::jsonb where id = ${second}`
    expect(await faultAfter(flipped)).toEqual({ kind: 'row_changed', seal, row: second })

    const later = sql`update activity_logs set "timestamp" = "timestamp" + interval '1 ms' where id = ${first}`
    expect(await faultAfter(later)).toEqual({ kind: 'row_missing', seal, row: first })

    const dropped = sql`delete from activity_logs where id = ${third}`
    expect(await faultAfter(dropped)).toEqual({ kind: 'row_missing', seal, row: third })

    const swapped = sql`update activity_logs a set details = b.details from activity_logs b
      where (a.id, b.id) in ((${first}, ${second}), (${second}, ${first}))`
    expect(await faultAfter(swapped)).toMatchObject({ kind: 'row_changed', seal })

    const moved = sql`update activity_log_seals set ids = ids[2:2] || ids[1:1] || ids[3:],
      leaves = leaves[2:2] || leaves[1:1] || leaves[3:] where number = ${seal}`
    expect(await faultAfter(moved)).toEqual({ kind: 'seal_changed', seal, row: null })

    const forged = sql`insert into activity_logs (organization_id, id, "timestamp", action, resource_type)
      values (${serviceOrganization}, gen_random_uuid(), now(), 'login', 'account')`
    expect(await faultAfter(forged)).toMatchObject({ kind: 'row_forged', seal: null })

    const shortened = sql`update activity_log_seals set size = 4, ids = ids[:4], timestamps = timestamps[:4],
      organization_ids = organization_ids[:4], leaves = leaves[:4] where number = ${seal}`
    expect(await faultAfter(dropped, shortened)).toEqual({ kind: 'seal_changed', seal, row: null })

    const backdated = sql`update activity_log_seals set sealed_at = sealed_at - interval '1 day' where number = ${seal}`
    expect(await faultAfter(backdated)).toEqual({ kind: 'seal_changed', seal, row: null })

    const without = sql`delete from activity_log_seals where number = ${seal}`
    expect(await faultAfter(without)).toEqual({ kind: 'seal_missing', seal, row: null })

    const cut = sql`delete from activity_log_seals where number = ${seals}`
    expect(await faultAfter(cut)).toEqual({ kind: 'chain_cut', seal: seals, row: null })

    const covered = sql`update activity_log_chain set seals = s.number, hash = s.hash
      from activity_log_seals s where s.number = ${seal}`
    expect(await faultAfter(cut, covered)).toMatchObject({ kind: 'row_forged', seal: null })

    expect(await faultAfter()).toBeNull()
  })

  test('is for staff with access to the system', async ({ api }) => {
    const customer = await api.signedIn('organization_admin')
    expect((await customer.call(activityLogs.verify)).status).toBe(403)
    expect((await customer.call(activityLogs.proof)).status).toBe(403)
    const operator = await api.signedIn('operator')
    expect(await operator.call(activityLogs.verify)).toMatchObject({ status: 200, reply: { fault: null } })
  })
})

describe('the file of sealed rows', () => {
  const script = new URL('../../../../scripts/audit-verify-file.mjs', import.meta.url).pathname
  const run = promisify(execFile)

  /** What the shipped script says of a file. */
  async function saidOf(text: string, ...options: string[]): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'voicedeck-proof-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'log.jsonl')
    await writeFile(file, text)
    const { stdout } = await run(process.execPath, [script, file, ...options]).catch(
      (failed: { stdout: string }) => failed,
    )
    return stdout
  }

  async function downloaded(api: Api, query = {}) {
    const operator = await api.signedIn('operator')
    const answer = await operator.call(activityLogs.proof, { query })
    expect(answer.headers).toMatchObject({ 'content-type': 'application/jsonl' })
    return answer.text
  }

  test('is verified without the server, and tampering is reported', async ({ api }) => {
    const { rows, seal } = await threeSeals(api.db)
    const text = await downloaded(api)
    const { anchor } = await proved(api.db)
    expect(await saidOf(text, '--anchor', anchor as string)).toMatch(
      /^whole: \d+ rows .*\nthe anchor matches\n$/s,
    )
    expect(await saidOf(text, '--anchor', `${seal}:${'0'.repeat(64)}`)).toBe(
      `broken: seal ${seal} differs from the anchor's\n`,
    )

    const lines = text.trimEnd().split('\n')
    const at = lines.findIndex(line => line.includes(rows[1]?.id as string))
    const row = lines[at] as string
    const changed = (...put: string[]) => saidOf(`${lines.with(at, put.join('\n')).join('\n')}\n`)
    expect(await changed(row.replace('Küche', 'Kuche'))).toBe(
      `broken: row ${rows[1]?.id} of seal ${seal} was changed\n`,
    )
    const dropped = lines.toSpliced(at, 1)
    expect(await saidOf(dropped.join('\n'))).toBe(`broken: seal ${seal} covers 5 rows, but the file has 4\n`)
    const swapped = lines.with(at, lines[at + 1] as string).with(at + 1, row)
    expect(await saidOf(swapped.join('\n'))).toMatch(
      /^broken: the rows of seal \d+ were changed or reordered/,
    )
    expect(await changed(row, row)).toBe(`broken: seal ${seal} covers 5 rows, but the file has 6\n`)
    expect(await saidOf(lines.slice(0, -1).join('\n'))).toBe('broken: the file was truncated\n')
    const head = lines.findIndex(line => line.startsWith(`{"seal":{"number":${seal},`))
    expect(await saidOf(lines.toSpliced(head, 6).join('\n'))).toBe(`broken: seal ${seal} is missing\n`)
  })

  test('contains the rows sealed within a time span', async ({ api }) => {
    await threeSeals(api.db)
    const { sealed_at } = await api.db
      .selectFrom('activity_log_seals')
      .select('sealed_at')
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow()
    const said = await saidOf(await downloaded(api, { from: sealed_at }))
    expect(said).toMatch(/^whole: 1 rows in 1 seals/)
    expect(await saidOf(await downloaded(api, { to: '2001-01-01T00:00:00Z' }))).toMatch(
      /^whole: 0 rows in 0 seals/,
    )
  })
})
