import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import nodemailer from 'nodemailer'
import type { Mail } from './mail.ts'
import { message } from './message.ts'

/** The instant within a UUIDv7 (RFC 9562, 5.7): its first 48 bits count milliseconds. */
const instantOf = (id: string) => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))

/** `2026-11-20T07-00-25-123Z-<id>.eml`: sorted by time, and the same for a letter that is delivered again. */
const fileName = (id: string) => `${instantOf(id).toISOString().replace(/[:.]/g, '-')}-${id}.eml`

/** Keeps letters as `.eml` files (RFC 5322) in a folder that only we may read; the log names the file alone. */
export function outbox(folder: string, from: string, log: Pick<FastifyBaseLogger, 'info'>): Mail {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true })
  return {
    name: 'Outbox folder',
    async deliver(letter) {
      const { message: content } = await transport.sendMail(message(from, letter))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, fileName(letter.id))
      await writeFile(`${file}.part`, content as Buffer, { mode: 0o600, flush: true })
      await rename(`${file}.part`, file)
      log.info({ file, subject: letter.subject }, 'a letter was put into the outbox')
    },
  }
}
