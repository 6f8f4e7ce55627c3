import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import type { Db } from '#server/db/open.ts'
import type { Vault } from '#server/kit/vault.ts'
import type { ClaimedDelivery } from './queue.ts'

/** A new signing secret, as Standard Webhooks writes it. */
export const generateSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** The headers of an attempt: signed with the endpoint's secret and, during an overlap, with the previous one. */
export function signedHeaders(
  vault: Vault,
  { endpoint_id, event_id, secret, previous_secret }: ClaimedDelivery,
  body: string,
): Record<string, string> {
  const at = new Date()
  const signatures = [secret, previous_secret]
    .filter(sealed => sealed !== null)
    .map(sealed => new Webhook(vault.open(sealed, endpoint_id)).sign(event_id, at, body))
  return {
    'content-type': 'application/json',
    'user-agent': 'Voicedeck-Webhooks',
    'webhook-id': event_id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}

/**
 * Re-encrypts secrets of former keys with the current key. Safe to run on several instances at the same time.
 * @returns how many secrets were re-encrypted, and how many no configured key can decrypt
 */
export async function reencryptWebhookSecrets(
  db: Db,
  vault: Vault,
): Promise<{ renewed: number; lost: number }> {
  const result = { renewed: 0, lost: 0 }
  for (const column of ['secret', 'previous_secret'] as const) {
    const sealed = sql.ref<Buffer>(column)
    const rows = await db
      .selectFrom('webhook_endpoints')
      .select(['id', sealed.as('sealed')])
      .where(sql`substring(${sealed} for ${vault.keyId.length})`, '<>', vault.keyId)
      .execute()
    for (const { id, sealed: before } of rows) {
      if (!vault.canOpen(before)) {
        result.lost += 1
        continue
      }
      await db
        .updateTable('webhook_endpoints')
        .set({ [column]: vault.seal(vault.open(before, id), id) })
        .where('id', '=', id)
        .where(column, '=', before)
        .execute()
      result.renewed += 1
    }
  }
  return result
}
