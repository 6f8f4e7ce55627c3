import type { Db } from '#server/db/open.ts'
import type { Vault } from '#server/kit/vault.ts'
import { replaceSecret, sealedOtherwise } from './queries.ts'

/** Secrets sealed anew at a time. */
const batchSize = 500
const first = '00000000-0000-0000-0000-000000000000'

/**
 * Seals by the key in force what former ones sealed, so that those can go. Several instances may do it at once.
 * @returns how many secrets were sealed anew, and how many no key here opens.
 */
export async function sealAnew(db: Db, vault: Vault): Promise<{ renewed: number; lost: number }> {
  const told = { renewed: 0, lost: 0 }
  for (let behind = first; ; ) {
    const secrets = await sealedOtherwise(db, vault.mark, behind, batchSize)
    for (const { person_id, secret } of secrets) {
      behind = person_id
      if (vault.opens(secret)) {
        await replaceSecret(db, person_id, secret, vault.seal(vault.open(secret, person_id), person_id))
        told.renewed += 1
      } else told.lost += 1
    }
    if (secrets.length < batchSize) return told
  }
}
