import { type Selectable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { NoticeReason } from '#contract/platform/figure-rule-history.ts'
import { maxRuleLettersPerHour } from '#contract/platform/figure-rules.ts'
import type { Db } from '#server/db/open.ts'
import type { FigureRuleNotices } from '#server/db/tables/figure-rules.ts'
import { auditedTransaction, systemOrigin } from '#server/kit/audit.ts'
import type { Actor } from '#server/kit/call.ts'
import { matchLanguage } from '#server/kit/texts.ts'
import { noteNotification, wantedWays } from '#server/modules/alerts/index.ts'
import type { Services } from '#server/services.ts'
import { findActor } from '../recurring/owner.ts'
import { type DetailedNotice, findNotices, pathFor, renderNotice, renderRuleLetter } from './letter.ts'
import { covers } from './read.ts'

type Notice = Selectable<FigureRuleNotices>

/** An instance that has not settled a notice by then is taken for dead, and another one sends it. */
const lease = sql<string>`clock_timestamp() + interval '2 minutes'`
/** Milliseconds after which an e-mail is given up. */
const maxAgeMs = 24 * 3_600_000
const maxRetrySeconds = 1_800
const maxErrorLength = 500

/** Locks what is due for one person: first the e-mail that was begun before, so that it keeps its Message-ID. */
async function lockNotices(db: Db): Promise<Notice[]> {
  const due = db
    .selectFrom('figure_rule_notices')
    .selectAll()
    .where('status', '=', 'queued')
    .where('due_at', '<=', sql<string>`clock_timestamp()`)
    .forUpdate()
    .skipLocked()
  const first = await due.orderBy('due_at').orderBy('id').limit(1).executeTakeFirst()
  if (!first) return []
  return due
    .where('person_id', '=', first.person_id)
    .where('letter_id', first.letter_id ? '=' : 'is', first.letter_id)
    .orderBy('id')
    .limit(100)
    .execute()
}

const settle = (
  db: Db,
  ids: readonly string[],
  status: 'sent' | 'skipped' | 'failed',
  reason: NoticeReason | null,
) =>
  db
    .updateTable('figure_rule_notices')
    .set({
      status,
      reason,
      ...(status === 'sent' && { sent_at: sql<string>`clock_timestamp()`, error: null }),
    })
    .where('id', 'in', ids)
    .where('status', '=', 'queued')
    .execute()

/** Why a person is not notified of a rule; null if they are. */
async function refusalOf(
  db: Db,
  actor: Actor | undefined,
  rule: DetailedNotice,
): Promise<NoticeReason | null> {
  if (!actor) return 'inactive'
  if (actor.organizationId !== rule.organization_id) return 'moved'
  const owner = await findActor(db, rule.owner_id, false)
  if (!owner || !covers(actor, owner, rule.source)) return 'no_access'
  return actor.isSecondFactorMissing ? 'second_factor' : null
}

/** When the person may get the next e-mail; null for now. */
async function waitsUntil(db: Db, person: string): Promise<string | null> {
  const letters = await db
    .selectFrom('figure_rule_notices')
    .select(({ fn }) => ['letter_id', fn.min<string>('sent_at').as('at')])
    .where('person_id', '=', person)
    .where('way', '=', 'email')
    .where('status', '=', 'sent')
    .where('sent_at', '>', sql<string>`clock_timestamp() - interval '1 hour'`)
    .groupBy('letter_id')
    .orderBy('at')
    .execute()
  const freed = letters.at(-maxRuleLettersPerHour)
  return freed ? new Date(Date.parse(freed.at) + 3_600_000).toISOString() : null
}

interface Letter {
  id: string
  actor: Actor
  rules: DetailedNotice[]
  notices: Notice[]
}

/** Settles what needs no e-mail, and takes the rest for this instance. */
async function takeLetter(db: Db, services: Services, notices: Notice[]): Promise<Letter | null> {
  const { person_id } = notices[0] as Notice
  const actor = await findActor(db, person_id, services.config.SECOND_FACTOR === 'required')
  const rules = await findNotices(db, notices)
  const wanted = await wantedWays(db, person_id, 'figure_rule')
  const letter: Notice[] = []
  for (const notice of notices) {
    const rule = rules.find(({ id }) => id === notice.id) as DetailedNotice
    const refusal = await refusalOf(db, actor, rule)
    if (refusal || !actor) await settle(db, [notice.id], 'skipped', refusal)
    else if (!wanted[notice.way]) await settle(db, [notice.id], 'skipped', 'opted_out')
    else if (notice.way === 'console') {
      await noteNotification(
        { db, services },
        { id: person_id, organization_id: rule.organization_id },
        {
          kind: 'figure_rule',
          path: pathFor(actor, rule),
          render: (_, language) => renderNotice(rule, language),
        },
      )
      await settle(db, [notice.id], 'sent', null)
    } else if (!actor.email) await settle(db, [notice.id], 'skipped', 'no_email')
    else letter.push(notice)
  }
  const ids = letter.map(({ id }) => id)
  if (!actor || ids.length === 0) return null
  const until = letter[0]?.letter_id ? null : await waitsUntil(db, person_id)
  if (until) {
    await db.updateTable('figure_rule_notices').set({ due_at: until }).where('id', 'in', ids).execute()
    return null
  }
  const id = letter[0]?.letter_id ?? uuid()
  await db
    .updateTable('figure_rule_notices')
    .set({ letter_id: id, attempts: sql`attempts + 1`, due_at: lease })
    .where('id', 'in', ids)
    .execute()
  return { id, actor, rules: rules.filter(rule => ids.includes(rule.id)), notices: letter }
}

async function send({ config, database: { db }, mail }: Services, { id, actor, rules, notices }: Letter) {
  const ids = notices.map(notice => notice.id)
  try {
    const person = await db
      .selectFrom('people')
      .select(['locale', 'email_verified_at', 'time_zone'])
      .where('id', '=', actor.id)
      .executeTakeFirstOrThrow()
    const language = matchLanguage(person.locale)
    const isWithheld = person.email_verified_at === null
    const letter = renderRuleLetter(config, rules, { language, zone: person.time_zone, isWithheld })
    await mail.deliver({ id, to: actor.email as string, ...letter })
    await settle(db, ids, 'sent', isWithheld ? 'unverified' : null)
  } catch (error) {
    const { created_at, attempts } = notices[0] as Notice
    const message = (error as Error).message.slice(0, maxErrorLength)
    await db
      .updateTable('figure_rule_notices')
      .set({
        error: message,
        due_at: sql<string>`clock_timestamp() + make_interval(secs => ${Math.min(4 * 2 ** attempts, maxRetrySeconds)})`,
      })
      .where('id', 'in', ids)
      .execute()
    if (Date.now() - Date.parse(created_at) > maxAgeMs) await settle(db, ids, 'failed', 'undeliverable')
  }
}

/**
 * Notifies one person of what is due for them: in their notifications, and by one e-mail, at most so many an hour. An e-mail that
 * an instance began is sent again by another if it crashes, with the same Message-ID.
 * @returns whether there may be more
 */
export async function sendNextNotices(services: Services): Promise<boolean> {
  const taken = await auditedTransaction(services, systemOrigin, async db => {
    const notices = await lockNotices(db)
    return notices.length > 0 ? { letter: await takeLetter(db, services, notices) } : null
  })
  if (taken?.letter) await send(services, taken.letter)
  return taken !== null
}
