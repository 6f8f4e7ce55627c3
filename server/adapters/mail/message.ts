import type { SendMailOptions } from 'nodemailer'
import type { Letter } from './mail.ts'

/** A letter as nodemailer takes it; the Message-ID stays the same however often it is sent. */
export const message = (from: string, { id, to, subject, text }: Letter): SendMailOptions => ({
  from,
  to: { name: '', address: to },
  subject,
  text,
  messageId: `<${id}@${from.match(/@([\w.-]+)/)?.[1] ?? 'localhost'}>`,
  headers: { 'auto-submitted': 'auto-generated' },
})
