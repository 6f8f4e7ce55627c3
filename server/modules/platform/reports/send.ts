import { ZodError } from 'zod'
import type { Language } from '#contract/kit/language.ts'
import type { DeliveryReason } from '#contract/platform/reports.ts'
import { auditedTransaction, systemOrigin } from '#server/kit/audit.ts'
import type { Actor } from '#server/kit/call.ts'
import { Problem } from '#server/kit/problem.ts'
import { matchLanguage } from '#server/kit/texts.ts'
import type { Services } from '#server/services.ts'
import { findActor } from '../recurring/owner.ts'
import { grantOf } from '../recurring/sources.ts'
import { type Content, contentFor } from './content.ts'
import { cidOf, renderReport } from './letter.ts'
import {
  type DeliveryToSend,
  findDelivery,
  hasOptedOut,
  isKnownTrouble,
  noteFailure,
  settle,
} from './queries.ts'
import { enqueueTrouble } from './trouble.ts'
import { unsubscribeLinks, unsubscribeToken } from './unsubscribe.ts'

/** Reports that one instance computes and sends at the same time: few, so that a rush leaves room for everything else. */
const concurrency = 4
/** Retries: after 2, 4, 8 … seconds, at most every half hour, until {@link maxAgeMs}. */
const retryLimits = { retryLimit: 100, retryDelayMax: 1_800 }
/** Milliseconds after which a report is given up. */
const maxAgeMs = 24 * 3_600_000
/** Milliseconds after which an e-mail says that it is late. */
const lateMs = 15 * 60_000
const maxErrorLength = 500

/** A reason why a person gets nothing; it is not tried again. */
class Undeliverable extends Error {
  readonly status: 'skipped' | 'failed'
  readonly reason: DeliveryReason

  constructor(status: 'skipped' | 'failed', reason: DeliveryReason, message?: string) {
    super(message)
    this.status = status
    this.reason = reason
  }
}
const skip = (reason: DeliveryReason) => new Undeliverable('skipped', reason)

/** The recipient, if they may see the report now. @throws Undeliverable */
async function requireRecipient(
  { config, database: { db } }: Services,
  delivery: DeliveryToSend,
): Promise<Actor> {
  const { person_id, organization_id, test, source } = delivery
  if (!test && (await hasOptedOut(db, delivery))) throw skip('unsubscribed')
  const actor = await findActor(db, person_id, config.SECOND_FACTOR === 'required')
  if (!actor) throw skip('inactive')
  // A test is for whoever asked for it, with what they may see.
  if (!test && actor.organizationId !== organization_id) throw skip('moved')
  if (!grantOf(actor.role, source)) throw skip('no_access')
  if (actor.isSecondFactorMissing) throw skip('second_factor')
  if (!actor.email) throw skip('no_email')
  return actor
}

async function read(services: Services, actor: Actor, delivery: DeliveryToSend, language: Language) {
  try {
    return await contentFor(services, actor, delivery, language)
  } catch (error) {
    if (error instanceof ZodError) throw new Undeliverable('failed', 'invalid', error.message)
    if (error instanceof Problem && error.status < 500 && error.status !== 429)
      throw new Undeliverable('failed', error.status === 403 ? 'no_access' : 'invalid', error.message)
    throw error
  }
}

const nothing: Content = { attachment: null, rows: null, figures: null }

/** The pictures of charts, which the HTML names. */
const picturesOf = ({ figures }: Content) =>
  (figures?.charts ?? []).flatMap(chart =>
    chart.picture
      ? [
          {
            filename: `${chart.figure}.png`,
            contentType: 'image/png',
            content: chart.picture,
            cid: cidOf(chart),
          },
        ]
      : [],
  )

async function send(services: Services, delivery: DeliveryToSend): Promise<void> {
  const { config, mail } = services
  const { db } = services.database
  const actor = await requireRecipient(services, delivery)
  const { id, report_id, person_id, email_verified_at, due_at, test } = delivery
  const language = matchLanguage(delivery.language, delivery.person_locale)
  const content = email_verified_at ? await read(services, actor, delivery, language) : nothing
  const links = unsubscribeLinks(config, await unsubscribeToken(db, { report_id, person_id }))
  const withheld = !email_verified_at ? 'unverified' : content.attachment ? null : 'too_large'
  const isLate = !test && Date.now() - Date.parse(due_at) > lateMs
  const letter = renderReport(config, delivery, {
    content,
    withheld,
    isLate,
    language,
    unsubscribe: links.page,
  })
  await mail.deliver({
    id,
    to: actor.email as string,
    ...letter,
    ...(content.attachment && { attachments: [content.attachment, ...picturesOf(content)] }),
    unsubscribeUrl: links.post,
  })
  const { attachment, rows } = content
  await settle(db, id, {
    status: 'sent',
    reason: withheld,
    rows,
    bytes: attachment?.content.length ?? null,
  })
}

/** Settles a delivery that cannot be made; its owner is told once, and not if the recipient unsubscribed. */
async function giveUp(
  services: Services,
  delivery: DeliveryToSend,
  { status, reason, message }: Undeliverable,
) {
  await auditedTransaction(services, systemOrigin, async db => {
    const isKnown = await isKnownTrouble(db, delivery, reason)
    const error = message ? message.slice(0, maxErrorLength) : null
    const isSettled = await settle(db, delivery.id, { status, reason, error })
    if (isSettled && !isKnown && !delivery.test && reason !== 'unsubscribed')
      await enqueueTrouble(services, db, delivery, reason)
  })
}

/**
 * Sends one report to one person. A failed attempt is repeated for a day; the e-mail keeps its Message-ID, by which
 * receivers drop a duplicate after a crash between sending and settling.
 */
async function deliver(services: Services, id: string): Promise<void> {
  const { db } = services.database
  const delivery = await findDelivery(db, id)
  if (delivery?.status !== 'queued') return
  try {
    await send(services, delivery)
  } catch (error) {
    if (error instanceof Undeliverable) return giveUp(services, delivery, error)
    const { message } = error as Error
    if (Date.now() - Date.parse(delivery.created_at) > maxAgeMs)
      return giveUp(services, delivery, new Undeliverable('failed', 'undeliverable', message))
    await noteFailure(db, id, message.slice(0, maxErrorLength))
    throw error
  }
}

/** Registers the job that sends reports. */
export const registerDeliveries = (services: Services): void =>
  services.jobs.handle('report_delivery', ({ id }) => deliver(services, id), concurrency, retryLimits)
