import { expect } from 'vitest'
import { conversations } from '#contract/conversations/conversations.ts'
import { speech } from '#contract/conversations/speech.ts'
import { test } from '#tests/fixtures/api.ts'

test('a spoken turn reports the latency of its transcription and of its spoken answer', async ({ api }) => {
  const olivia = await api.signedIn('operator')
  const elsa = await api.signedIn('elderly_user')
  const started = await olivia.call(conversations.start, { body: { user_id: elsa.userId } })
  const { id } = started.reply.session
  const { reply } = await olivia.call(conversations.message, {
    params: { id },
    body: { message: 'I slept well.', voice_input: true, transcription_ms: 412 },
  })
  const { latency, content: text, id: message_id } = reply.reply
  expect(latency).toMatchObject({ transcription_ms: 412, speech_ms: null })
  const before = latency?.total_ms ?? 0
  expect(before).toBeGreaterThan(412)
  expect(before).toBeLessThan(412 + (latency?.model_ms ?? 0) + 10_000)

  const shown = async () => {
    const { session } = (await olivia.call(conversations.show, { params: { id } })).reply
    return session.messages.find(message => message.id === message_id)?.latency
  }
  const speak = (by: typeof olivia, answer: object) =>
    by.call(speech.speak, { body: { text: text ?? '', language: 'en', answer } as never })
  await speak(olivia, { session_id: id, message_id })
  const spoken = await shown()
  const took = spoken?.speech_ms ?? 0
  expect(took).toBeGreaterThan(0)
  expect(spoken?.total_ms).toBeCloseTo(before + took, 3)

  // Heard again, nobody waits for it, and it is not added up.
  await speak(olivia, { session_id: id, message_id })
  expect(await shown()).toEqual(spoken)
  const logs = await api.db
    .selectFrom('activity_logs')
    .select('details')
    .where('resource_id', '=', message_id)
    .where('action', '=', 'update')
    .execute()
  expect(logs).toMatchObject([{ details: { after: { speech_ms: took } } }])

  const stranger = await api.signedIn('elderly_user')
  expect((await speak(stranger, { session_id: id, message_id })).status).toBe(404)
})

test('a typed turn has neither', async ({ api }) => {
  const elsa = await api.signedIn('elderly_user')
  const { id } = (await elsa.call(conversations.start, { body: { user_id: elsa.userId } })).reply.session
  const { reply } = await elsa.call(conversations.message, {
    params: { id },
    body: { message: 'I slept well.' },
  })
  expect(reply.reply.latency).toMatchObject({ transcription_ms: null, speech_ms: null })
})
