import { v7 as uuid } from 'uuid'
import type mail from '#locales/en/mail.json'
import type { Db } from '#server/db/open.ts'
import { matchLanguage, translator } from '#server/kit/texts.ts'
import { sharedSecret } from '#server/kit/vault.ts'
import type { Services } from '#server/services.ts'
import {
  buildLink,
  deriveLinkToken,
  hashLinkToken,
  type LinkEmail,
  linkExpiry,
  links,
} from './mailed-links.ts'
import { findAccountOwner, findEmailRecipient } from './queries/accounts.ts'
import { storeMailedToken } from './queries/mailed-links.ts'

/** An e-mail with a link. The recipient and the link are resolved when it is sent. */
interface LinkEmailJob {
  id: string
  letter: LinkEmail
  email: string
  asked_at: string
}

/** Notifies users of a security-relevant change to their account. */
interface SecurityEmailJob {
  letter:
    | 'new_device'
    | 'password_changed'
    | 'two_factor_enabled'
    | 'two_factor_disabled'
    | 'backup_codes_renewed'
    | 'passkey_added'
    | 'passkey_removed'
    | 'failed_sign_ins'
  person_id: string
  at: string
  values?: Record<string, string>
}

declare module '#server/kit/jobs.ts' {
  interface JobPayloads {
    mail: LinkEmailJob
    security_letter: SecurityEmailJob
  }
}

/**
 * Enqueues an e-mail within the caller's transaction. Takes the same time whether or not an account has the address,
 * so that timing does not reveal which accounts exist.
 */
export const enqueueLinkEmail = ({ jobs }: Services, db: Db, letter: LinkEmail, email: string) =>
  jobs.enqueue(db, 'mail', { id: uuid(), letter, email, asked_at: new Date().toISOString() })

/** Enqueues a notification of a changed password within the caller's transaction. */
export const notifyPasswordChanged = ({ jobs }: Services, db: Db, personId: string) =>
  jobs.enqueue(db, 'security_letter', {
    letter: 'password_changed',
    person_id: personId,
    at: new Date().toISOString(),
  })

/** Sends queued e-mails. Drops those without a recipient, already verified, or with an expired link. */
export function registerEmailJobs({ config, database: { db }, jobs, mail }: Services): void {
  jobs.handle('mail', async ({ id, letter, email, asked_at }) => {
    const person = await findEmailRecipient(db, email)
    const expiresAt = linkExpiry(letter, asked_at)
    const needless = letter === 'verify_email' && person?.email_verified_at
    if (!person?.email || needless || expiresAt.getTime() < Date.now()) return

    const token = deriveLinkToken(await sharedSecret(db, 'mail_key'), id)
    await storeMailedToken(db, {
      token_hash: hashLinkToken(token),
      person_id: person.id,
      purpose: links[letter].purpose,
      created_at: asked_at,
      expires_at: expiresAt.toISOString(),
    })
    const values = { name: person.name, username: person.username, link: buildLink(config, letter, token) }
    await mail.deliver({ id, to: person.email, ...renderEmail(letter, person, { until: expiresAt }, values) })
  })
  jobs.handle('security_letter', async ({ letter, person_id, at, values }) => {
    const person = await findAccountOwner(db, person_id)
    if (!person?.email) return
    const all = { ...values, name: person.name, username: person.username }
    const id = `${letter}-${person_id}-${Date.parse(at)}`
    await mail.deliver({ id, to: person.email, ...renderEmail(letter, person, { at: new Date(at) }, all) })
  })
}

/** The language and time zone of the recipient. */
interface Reader {
  locale: string
  time_zone: string
}

/**
 * Renders the subject and text of an e-mail in the recipient's language, or in English if it is not translated.
 * @param instants values that are points in time; formatted in the recipient's time zone.
 */
export function renderEmail(
  letter: keyof typeof mail,
  { locale, time_zone: timeZone }: Reader,
  instants: Readonly<Record<string, Date>>,
  values: Readonly<Record<string, string>>,
): { subject: string; text: string } {
  const language = matchLanguage(locale)
  const write = (instant: Date) =>
    `${instant.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })} (${timeZone})`
  const written = Object.entries(instants).map(([name, instant]) => [name, write(instant)])
  const replace: Record<string, string> = { ...values, ...Object.fromEntries(written) }
  const t = translator(language, 'mail')
  return { subject: t(`${letter}.subject`, { replace }), text: t(`${letter}.text`, { replace }) }
}
