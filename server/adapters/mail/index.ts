import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Mail } from './mail.ts'
import { outbox } from './outbox.ts'
import { smtp } from './smtp.ts'

/** A mail server where one is configured, else `.eml` files in the data folder. */
export const openMail = (
  { SMTP_URL, MAIL_FROM, DATA_DIR }: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>,
  log: Pick<FastifyBaseLogger, 'info'>,
): Mail => (SMTP_URL ? smtp(SMTP_URL, MAIL_FROM) : outbox(join(DATA_DIR, 'outbox'), MAIL_FROM, log))
