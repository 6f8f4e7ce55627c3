import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { SendMailOptions } from 'nodemailer'
import { validate as isUuid, version as uuidVersion } from 'uuid'
import type { Config } from '#server/config.ts'

/** An email to one recipient, in plain text and optionally HTML. */
export interface MailMessage {
  /** Identifies the message: a retry after a crash keeps it, so that receivers can drop duplicates. */
  id: string
  to: string
  subject: string
  text: string
  html?: string
  /** One with a `cid` is shown where the HTML names it (RFC 2392). */
  attachments?: readonly { filename: string; contentType: string; content: Buffer; cid?: string }[]
  /** An address that unsubscribes the recipient by POST (RFC 8058). */
  unsubscribeUrl?: string
}

/** A mail transport. `deliver` resolves once the message was handed over and rejects otherwise. */
export interface Mailer {
  /** Name on the System status screen. */
  readonly name: string
  deliver(message: MailMessage): Promise<void>
  /** Connects to the mail server. @throws if it does not answer, or refuses the credentials; absent without one */
  check?(): Promise<unknown>
}

/** Loaded by the first message, because it takes memory. */
const nodemailer = async () => (await import('nodemailer')).default

/** nodemailer options of a message, with a stable Message-ID. */
const toMailOptions = (
  from: string,
  { id, to, subject, text, html, attachments, unsubscribeUrl }: MailMessage,
): SendMailOptions => ({
  from,
  to: { name: '', address: to },
  subject,
  text,
  ...(html && { html }),
  ...(attachments && { attachments: [...attachments] }),
  messageId: `<${id}@${from.match(/@([\w.-]+)/)?.[1] ?? 'localhost'}>`,
  headers: {
    'auto-submitted': 'auto-generated',
    ...(unsubscribeUrl && {
      'list-unsubscribe': `<${unsubscribeUrl}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    }),
  },
})

/** When a message was made: of a UUIDv7 (RFC 9562, 5.7) its first 48 bits, milliseconds of the epoch; of other ids now. */
const timestampOf = (id: string) =>
  new Date(
    isUuid(id) && uuidVersion(id) === 7
      ? Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
      : Date.now(),
  )

/** `2026-11-20T07-00-25-123Z-<id>.eml`: sorts by time, and is the same for a retry. */
async function fileName(folder: string, id: string): Promise<string> {
  const ending = `Z-${encodeURIComponent(id)}.eml`
  const existing = (await readdir(folder)).find(name => name.endsWith(ending))
  return existing ?? `${timestampOf(id).toISOString().slice(0, -1).replace(/[:.]/g, '-')}${ending}`
}

/** Writes messages as `.eml` files (RFC 5322) into a private folder; the log names only the file. */
export function outboxMailer(folder: string, from: string, log: Pick<FastifyBaseLogger, 'info'>): Mailer {
  return {
    name: 'Outbox folder',
    async deliver(message) {
      const transport = (await nodemailer()).createTransport({ streamTransport: true, buffer: true })
      const { message: content } = await transport.sendMail(toMailOptions(from, message))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, await fileName(folder, message.id))
      await writeFile(`${file}.part`, content as Buffer, { mode: 0o600, flush: true })
      await rename(`${file}.part`, file)
      log.info({ file, subject: message.subject }, 'email written to the outbox')
    },
  }
}

/** Sends messages through a mail server at `smtp://` or `smtps://`. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = async () =>
    (await nodemailer()).createTransport({
      url,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
    })
  return {
    name: 'SMTP',
    deliver: async message => void (await (await transport()).sendMail(toMailOptions(from, message))),
    check: async () => (await transport()).verify(),
  }
}

/** The configured mail server, else `.eml` files in the data folder. */
export const openMail = (
  { SMTP_URL, MAIL_FROM, DATA_DIR }: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>,
  log: Pick<FastifyBaseLogger, 'info'>,
): Mailer =>
  SMTP_URL ? smtpMailer(SMTP_URL, MAIL_FROM) : outboxMailer(join(DATA_DIR, 'outbox'), MAIL_FROM, log)
