import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { describe, expect } from 'vitest'
import mailTexts from '#locales/en/mail.json' with { type: 'json' }
import { type Mailer, openMail } from '#server/adapters/mail.ts'
import type { Jobs } from '#server/kit/jobs.ts'
import { registerEmailJobs } from '#server/modules/identity/auth/emails.ts'
import { links } from '#server/modules/identity/auth/mailed-links.ts'
import { type Api, test } from '#tests/fixtures/api.ts'
import { temporaryFolder } from '#tests/fixtures/embedded.ts'
import { mailReceiver } from '#tests/fixtures/receivers.ts'

const securityEmails = [
  'new_device',
  'password_changed',
  'two_factor_enabled',
  'two_factor_disabled',
  'backup_codes_renewed',
  'passkey_added',
  'passkey_removed',
] as const
const from = 'Voicedeck <no-reply@care.example.org>'

/** Every adapter with a way to read what it delivered. */
const adapters: Record<string, () => Promise<{ mail: Mailer; delivered: () => Promise<string[]> }>> = {
  'the outbox folder': async () => {
    const DATA_DIR = await temporaryFolder()
    const folder = join(DATA_DIR, 'outbox')
    return {
      mail: openMail({ DATA_DIR, MAIL_FROM: from, SMTP_URL: undefined }, { info: () => {} }),
      delivered: async () =>
        Promise.all((await readdir(folder)).map(name => readFile(join(folder, name), 'utf8'))),
    }
  },
  'a mail server': async () => {
    const { url, letters } = await mailReceiver()
    return {
      mail: openMail({ DATA_DIR: '/nowhere', MAIL_FROM: from, SMTP_URL: url }, { info: () => {} }),
      delivered: async () => letters.map(({ text }) => text),
    }
  },
}

/** The e-mail jobs of a server with this mail adapter, to be run at once. */
function emailJobs({ services }: Api, mail: Mailer) {
  const handlers = new Map<string, (data: never) => Promise<void>>()
  const jobs = {
    handle: (kind: string, handler: (data: never) => Promise<void>) => void handlers.set(kind, handler),
  }
  registerEmailJobs({ ...services, mail, jobs: jobs as unknown as Jobs })
  return (kind: string, data: object) => handlers.get(kind)?.(data as never)
}

describe.for(Object.keys(adapters))('through %s', name => {
  test.for([...securityEmails, ...Object.keys(links)])(
    'an e-mail of the kind %s is delivered',
    async (letter, { api }) => {
      const { mail, delivered } = await (adapters[name] as (typeof adapters)[string])()
      const person = await api.signedIn('operator')
      const { email } = await api.db
        .selectFrom('people')
        .select('email')
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow()
      const run = emailJobs(api, mail)
      const now = new Date().toISOString()
      const send = () =>
        letter in links
          ? run('mail', { id: job, letter, email, asked_at: now })
          : run('security_letter', { letter, person_id: person.id, at: now, values: { device: 'Firefox' } })
      const job = uuid()
      await send()
      const [content, ...more] = await delivered()
      expect(more).toEqual([])
      expect(content).toContain(email as string)
      expect(letter in mailTexts).toBe(true)
      if (name !== 'the outbox folder') return
      // A retry replaces the file.
      await send()
      expect(await delivered()).toHaveLength(1)
    },
  )
})
