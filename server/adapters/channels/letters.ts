import type { Mail } from '../mail/mail.ts'
import type { AlertChannel } from './channel.ts'

/** Mail by a mail server; letters that only become files in a folder reach nobody, and so are no channel. */
export const letters = (mail: Mail, isServer: boolean): AlertChannel => ({
  name: mail.name,
  configured: isServer,
  async send({ id, to, message: { title, text, url } }) {
    await mail.deliver({ id, to, subject: title, text: `${text}\n\n${url}\n` })
    return { state: 'sent', answer: 'taken by the mail server' }
  },
})
