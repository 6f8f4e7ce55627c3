import { expect } from 'vitest'
import type { MailMessage } from '#server/adapters/mail.ts'
import { registered } from '#tests/fixtures/accounts.ts'
import { test } from '#tests/fixtures/api.ts'
import { lettersTo, tokenIn } from '#tests/fixtures/letters.ts'

test('an e-mail that could not be delivered is sent again unchanged', async ({ api }) => {
  const { mail } = api.services
  const deliver = mail.deliver.bind(mail)
  const lost: MailMessage[] = []
  mail.deliver = async letter => {
    mail.deliver = deliver
    lost.push(letter)
    throw new Error('the mail server went away')
  }
  const anna = await registered(api)
  const [letter] = await lettersTo(api, anna.email)
  expect(letter).toEqual(lost[0])
  expect(tokenIn(letter as MailMessage)).toBe(tokenIn(lost[0] as MailMessage))
})

test('an e-mail is sent exactly if its transaction commits', async ({ api }) => {
  const before = await registered(api)
  await api.services.database.db
    .transaction()
    .execute(async db => {
      await api.services.jobs.enqueue(db, 'mail', {
        id: '01a1f7c7-ec94-764b-a155-cfb0968d5672',
        letter: 'reset_password',
        email: before.email,
        asked_at: new Date().toISOString(),
      })
      throw new Error('undone')
    })
    .catch(() => {})
  const after = await registered(api)
  await lettersTo(api, after.email)
  expect(await lettersTo(api, before.email)).toHaveLength(1)
})
