import { v7 as uuid } from 'uuid'
import type { Db } from '#server/db/open.ts'
import { sharedSecret } from '#server/kit/shared-secret.ts'
import type { Services } from '#server/services.ts'
import { letterText } from './letter-text.ts'
import { expiryOf, hashOf, type LinkLetter, links, linkTo, tokenOf } from './mailed-links.ts'
import { addressee, holderOfAccount, keepMailedToken } from './queries.ts'

/** A letter that was asked for. Whose it is, and its link, are found when it is sent. */
interface AskedLetter {
  id: string
  letter: LinkLetter
  email: string
  asked_at: string
}

/** Tells somebody what was done to their account, in case it was not them. */
interface SecurityLetter {
  letter:
    | 'new_device'
    | 'password_changed'
    | 'two_factor_enabled'
    | 'two_factor_disabled'
    | 'backup_codes_renewed'
    | 'passkey_added'
    | 'passkey_removed'
  person_id: string
  at: string
  values?: Record<string, string>
}

declare module '#server/kit/jobs.ts' {
  interface JobKinds {
    mail: AskedLetter
    security_letter: SecurityLetter
  }
}

/**
 * Asks for a letter within the caller's transaction. Costs the same whether or not anybody has that address, so that
 * nobody learns by the clock which accounts exist.
 */
export const askForLetter = ({ jobs }: Services, db: Db, letter: LinkLetter, email: string) =>
  jobs.enqueue(db, 'mail', { id: uuid(), letter, email, asked_at: new Date().toISOString() })

/** Tells somebody, within the caller's transaction, that their password was changed. */
export const tellOfPassword = ({ jobs }: Services, db: Db, personId: string) =>
  jobs.enqueue(db, 'security_letter', {
    letter: 'password_changed',
    person_id: personId,
    at: new Date().toISOString(),
  })

/** Sends what was asked for. A letter nobody may have, needs or could still use is dropped. */
export function sendLetters({ config, database: { db }, jobs, mail }: Services): void {
  jobs.handle('mail', async ({ id, letter, email, asked_at }) => {
    const person = await addressee(db, email)
    const expiresAt = expiryOf(letter, asked_at)
    const needless = letter === 'verify_email' && person?.email_verified_at
    if (!person?.email || needless || expiresAt.getTime() < Date.now()) return

    const token = tokenOf(await sharedSecret(db, 'mail_key'), id)
    await keepMailedToken(db, {
      token_hash: hashOf(token),
      person_id: person.id,
      purpose: links[letter].purpose,
      created_at: asked_at,
      expires_at: expiresAt.toISOString(),
    })
    const values = { name: person.name, username: person.username, link: linkTo(config, letter, token) }
    await mail.deliver({ id, to: person.email, ...letterText(letter, person, { until: expiresAt }, values) })
  })
  jobs.handle('security_letter', async ({ letter, person_id, at, values }) => {
    const person = await holderOfAccount(db, person_id)
    if (!person?.email) return
    const all = { ...values, name: person.name, username: person.username }
    const id = `${letter}-${person_id}-${Date.parse(at)}`
    await mail.deliver({ id, to: person.email, ...letterText(letter, person, { at: new Date(at) }, all) })
  })
}
