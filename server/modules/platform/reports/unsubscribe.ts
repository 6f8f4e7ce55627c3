import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'
import { linkTo } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import { notFound } from '#server/kit/problem.ts'
import { sharedSecret } from '#server/kit/vault.ts'
import type { Services } from '#server/services.ts'

const idBytes = 16
const signatureBytes = 16

/** A report and one of its recipients. */
export interface Subscription {
  report_id: string
  person_id: string
}

const signatureOf = (ids: Uint8Array, key: Uint8Array) =>
  createHmac('sha256', key).update(ids).digest().subarray(0, signatureBytes)

const keyOf = (db: Db) => sharedSecret(db, 'report_link_key')

/** The token of the link in an e-mail: both ids and an HMAC, so that nothing has to be stored. It does not expire. */
export async function unsubscribeToken(db: Db, { report_id, person_id }: Subscription): Promise<string> {
  const ids = Buffer.concat([parse(report_id), parse(person_id)])
  return Buffer.concat([ids, signatureOf(ids, await keyOf(db))]).toString('base64url')
}

/** @throws Problem 404 for a token that was not signed here */
export async function readToken(db: Db, token: string): Promise<Subscription> {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 2 * idBytes + signatureBytes) throw notFound('This subscription')
  const ids = bytes.subarray(0, 2 * idBytes)
  const isOurs = timingSafeEqual(bytes.subarray(2 * idBytes), signatureOf(ids, await keyOf(db)))
  if (!isOurs) throw notFound('This subscription')
  return { report_id: stringify(ids.subarray(0, idBytes)), person_id: stringify(ids.subarray(idBytes)) }
}

/** The page that asks before it unsubscribes, and the address for the mail program's own button. */
export const unsubscribeLinks = (config: Services['config'], token: string) => ({
  page: linkTo(config, `/unsubscribe?token=${token}`),
  post: linkTo(config, `/api/report-subscriptions?token=${token}`),
})
