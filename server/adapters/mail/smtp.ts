import nodemailer from 'nodemailer'
import type { Mail } from './mail.ts'
import { message } from './message.ts'

/** Hands letters to a mail server at `smtp://` or `smtps://`; rejects when it does not take one within seconds. */
export function smtp(url: string, from: string): Mail {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  return {
    name: 'SMTP',
    deliver: async letter => void (await transport.sendMail(message(from, letter))),
  }
}
