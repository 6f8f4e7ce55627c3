import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openMail } from '#server/adapters/mail.ts'

const letter = {
  id: '01a1f7c7-ec94-764b-a155-cfb0968d5672',
  to: 'anna@example.org',
  subject: 'Grüße',
  text: 'https://care.example.org/reset-password?token=secret',
}
const from = 'Voicedeck <no-reply@care.example.org>'
const mute = { info: () => {} }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voicedeck-mail-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('without a mail server e-mails are written to files, one each, and the log contains only the file names', async () => {
  const lines: unknown[] = []
  const log = { info: (...line: unknown[]) => void lines.push(line) }
  const mail = openMail({ DATA_DIR: folder, MAIL_FROM: from, SMTP_URL: undefined }, log)
  await mail.deliver(letter)
  await mail.deliver(letter)

  const outbox = join(folder, 'outbox')
  expect(await readdir(outbox)).toEqual(['2026-11-20T07-07-17-012Z-01a1f7c7-ec94-764b-a155-cfb0968d5672.eml'])
  const file = join(outbox, (await readdir(outbox))[0] as string)
  expect((await stat(file)).mode & 0o077).toBe(0)
  const content = await readFile(file, 'utf8')
  expect(content).toContain(`From: ${from}`)
  expect(content).toContain('To: anna@example.org')
  expect(content).toContain('Message-ID: <01a1f7c7-ec94-764b-a155-cfb0968d5672@care.example.org>')
  expect(content).toContain(letter.text)
  expect(JSON.stringify(lines)).toContain(file)
  expect(JSON.stringify(lines)).not.toMatch(/secret|anna/)
})

/** A mail server on a port of its own that keeps what it gets. */
async function mailServer(refuse = false) {
  const received: { to: string[]; content: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, { envelope }, done) {
      const content = await text(stream)
      if (refuse) return done(Object.assign(new Error('Mailbox full'), { responseCode: 452 }))
      received.push({ to: envelope.rcptTo.map(({ address }) => address), content })
      done()
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>(resolve => void server.close(resolve))
  return { received, close, url: `smtp://127.0.0.1:${port}` }
}

test('a mail server receives each e-mail', async () => {
  const server = await mailServer()
  await openMail({ DATA_DIR: folder, MAIL_FROM: from, SMTP_URL: server.url }, mute).deliver(letter)
  await server.close()
  expect(server.received).toMatchObject([{ to: ['anna@example.org'] }])
  expect(server.received[0]?.content).toContain(letter.text)
  expect(server.received[0]?.content).toContain(`Message-ID: <${letter.id}@care.example.org>`)
  expect(await readdir(folder)).toEqual([])
})

test('an e-mail with HTML, a file and an address to unsubscribe has one line for each header', async () => {
  const server = await mailServer()
  await openMail({ DATA_DIR: folder, MAIL_FROM: from, SMTP_URL: server.url }, mute).deliver({
    ...letter,
    subject: 'Hubs\r\nBcc: all@example.org',
    html: '<p>Hubs</p>',
    attachments: [
      { filename: 'Hubs\r\nX-Evil: 1.csv', contentType: 'text/csv', content: Buffer.from('Name\r\n') },
    ],
    unsubscribeUrl: 'https://care.example.org/api/report-subscriptions?token=abc',
  })
  await server.close()
  const { content = '', to } = server.received[0] ?? {}
  expect(to).toEqual(['anna@example.org'])
  expect(content).toMatch(
    /^List-Unsubscribe:\s+<https:\/\/care\.example\.org\/api\/report-subscriptions\?token=abc>$/m,
  )
  expect(content).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  expect(content).toContain('<p>Hubs</p>')
  expect(content).toContain(Buffer.from('Name\r\n').toString('base64'))
  expect(content).not.toMatch(/^(Bcc|X-Evil):/im)
})

test('a mail server is asked whether it answers, without a message', async () => {
  const server = await mailServer()
  const mail = openMail({ DATA_DIR: folder, MAIL_FROM: from, SMTP_URL: server.url }, mute)
  await mail.check?.()
  await server.close()
  expect(server.received).toEqual([])
  await expect(mail.check?.()).rejects.toThrow('ECONNREFUSED')
})

test('an e-mail that the mail server rejects counts as not delivered', async () => {
  const server = await mailServer(true)
  const mail = openMail({ DATA_DIR: folder, MAIL_FROM: from, SMTP_URL: server.url }, mute)
  await expect(mail.deliver(letter)).rejects.toThrow('Mailbox full')
  await server.close()
  await expect(mail.deliver(letter)).rejects.toThrow('ECONNREFUSED')
})

test('a picture that the HTML names is an inline part, and a file is an attachment', async () => {
  const server = await mailServer()
  const mail = openMail({ DATA_DIR: folder, MAIL_FROM: from, SMTP_URL: server.url }, mute)
  const png = {
    filename: 'mrr.png',
    contentType: 'image/png',
    content: Buffer.from('png'),
    cid: 'mrr@voicedeck',
  }
  const file = { filename: 'mrr.csv', contentType: 'text/csv', content: Buffer.from('a,b') }
  await mail.deliver({ ...letter, html: '<img src="cid:mrr@voicedeck" alt="MRR">', attachments: [file, png] })
  await server.close()
  const parts = server.received[0]?.content.split(/^--/m) ?? []
  const of = (type: string) => parts.find(part => part.includes(`Content-Type: ${type}`))
  expect(of('image/png')).toContain('Content-ID: <mrr@voicedeck>')
  expect(of('image/png')).toContain('Content-Disposition: inline; filename=mrr.png')
  expect(of('text/csv')).toContain('Content-Disposition: attachment; filename=mrr.csv')
  expect(server.received[0]?.content).toContain('Content-Type: multipart/related')
})
