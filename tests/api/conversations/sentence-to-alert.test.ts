import { expect } from 'vitest'
import { alerts } from '#contract/alerts/alerts.ts'
import { conversations } from '#contract/conversations/conversations.ts'
import { turnReviews } from '#contract/conversations/turn-reviews.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { alarming, type Sentence, unsure } from '#tests/fixtures/sentences.ts'

// The same journeys on the screens: tests/e2e/sentence-to-alert.spec.ts.

/** A person says a sentence in their conversation. */
async function say(operator: Caller, elsa: Caller, { language, text }: Sentence) {
  const { reply } = await operator.call(conversations.start, { body: { user_id: elsa.userId, language } })
  const said = await operator.call(conversations.message, {
    params: { id: reply.session.id },
    body: { message: text },
  })
  expect(said.status).toBe(200)
  return said.reply.message
}

const incidentOf = ({ db }: Api, messageId: string) =>
  db
    .selectFrom('safety_incidents')
    .select(['id', 'context', 'alert_id', 'escalation_needed'])
    .where('message_id', '=', messageId)
    .executeTakeFirstOrThrow()

/** The alert waits in the queue with calls to make, and the operator acknowledges it. */
async function acknowledged(api: Api, operator: Caller, id: string) {
  const { reply: queue } = await operator.call(alerts.queue)
  expect(queue.alerts.map(alert => alert.id)).toContain(id)
  const calls = await api.db.selectFrom('deliveries').select('id').where('alert_id', '=', id).execute()
  expect(calls).not.toEqual([])
  const { status, reply } = await operator.call(alerts.acknowledge, { params: { id } })
  expect(status).toBe(200)
  expect(reply).toMatchObject({ state: 'acknowledged', owner_id: operator.id })
}

test.for(alarming)(
  '“$text” about $category ($language) leads to an acknowledged alert',
  async (sentence, { api }) => {
    const [operator, elsa] = [await api.signedIn('operator'), await api.signedIn('elderly_user')]
    const message = await say(operator, elsa, sentence)
    expect(message).toMatchObject({ safety_flagged: true, context: sentence.category })
    const incident = await incidentOf(api, message.id)
    expect(incident).toMatchObject({ context: sentence.category, escalation_needed: true })
    const { reply: alert } = await operator.call(alerts.show, { params: { id: incident.alert_id ?? '' } })
    expect(alert).toMatchObject({
      person_id: elsa.id,
      type: sentence.category,
      source: 'conversation',
      message_id: message.id,
      excluded_relationships: sentence.category === 'abuse' ? ['family', 'caregiver'] : [],
    })
    await acknowledged(api, operator, alert.id)
  },
)

test.for(unsure)(
  '“$text” about $category ($language) leads to an acknowledged alert by a reviewer',
  async (sentence, { api }) => {
    const [operator, elsa] = [await api.signedIn('operator'), await api.signedIn('elderly_user')]
    const message = await say(operator, elsa, sentence)
    expect(message).toMatchObject({ safety_flagged: true, context: sentence.category })
    expect((await incidentOf(api, message.id)).alert_id).toBeNull()
    const { category, language } = sentence
    const waiting = await operator.call(turnReviews.list, { query: { language, category, limit: 50 } })
    const review = waiting.reply.reviews.find(({ message_id }) => message_id === message.id)
    const answered = await operator.call(turnReviews.answer, {
      params: { id: review?.id ?? '' },
      body: { answer: 'wrong', missed: { category, alert: true } },
    })
    expect(answered.status).toBe(200)
    const { alert_id } = await incidentOf(api, message.id)
    await acknowledged(api, operator, alert_id ?? '')
  },
)
