import { describe, expect } from 'vitest'
import { care } from '#contract/care/care.ts'
import { conversations } from '#contract/conversations/conversations.ts'
import { turnReviews } from '#contract/conversations/turn-reviews.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'

/** A turn in Polish, which the watch does not know. */
const unclear = 'Wczoraj wieczorem znowu padał straszny deszcz przez wiele godzin'

/** Says something, and finds the review that it led to. */
async function reviewOf(api: Api, elsa: Caller, message = unclear) {
  const started = await elsa.call(conversations.start, { body: { user_id: elsa.userId } })
  const { id } = started.reply.session
  const { reply } = await elsa.call(conversations.message, { params: { id }, body: { message } })
  const review = await api.db
    .selectFrom('turn_reviews')
    .select(['id', 'reason'])
    .where('message_id', '=', reply.message.id)
    .executeTakeFirst()
  return { message: reply.message, review, conversation: id }
}

const elsaIn = (api: Api) => api.signedIn('elderly_user', { name: 'Elsa' })
const mine = async (caller: Caller, id: string | undefined) =>
  (await caller.call(turnReviews.list, { query: { limit: 50 } })).reply.reviews.find(
    review => review.id === id,
  )

describe('the queue of turns to review', () => {
  test('contains a turn of which the watch is unsure, with the turns around it, and no other', async ({
    api,
  }) => {
    const elsa = await elsaIn(api)
    const olivia = await api.signedIn('operator')
    const { review, message } = await reviewOf(api, elsa)
    expect(review?.reason).toBe('language')
    const found = await mine(olivia, review?.id)
    expect(found).toMatchObject({ content: unclear, flagged: false, category: null, answers: 0 })
    expect(found?.around.map(({ type }) => type)).toEqual(['assistant', 'assistant'])
    expect(found?.message_id).toBe(message.id)
    const arabic = await olivia.call(turnReviews.list, { query: { language: 'ar' } })
    expect(arabic.reply).toEqual({ reviews: [], open: 0 })
    const clear = await reviewOf(api, elsa, 'I had tea with my neighbour and we talked about the garden.')
    expect(clear.review).toBeUndefined()
  })

  test('does not delay an alarm', async ({ api }) => {
    const elsa = await elsaIn(api)
    await api.db.schema.alterTable('turn_reviews').renameTo('turn_reviews_away').execute()
    try {
      const started = await elsa.call(conversations.start, { body: { user_id: elsa.userId } })
      const said = await elsa.call(conversations.message, {
        params: { id: started.reply.session.id },
        body: { message: unclear },
      })
      expect(said.status).toBe(200)
    } finally {
      await api.db.schema.alterTable('turn_reviews_away').renameTo('turn_reviews').execute()
    }
  })

  test('is closed to everyone without access to transcripts', async ({ api }) => {
    for (const role of [
      'analyst',
      'translator',
      'organization_admin',
      'caregiver',
      'family_member',
      'elderly_user',
    ] as const) {
      const caller = await api.signedIn(role)
      expect((await caller.call(turnReviews.list)).status).toBe(403)
      expect((await caller.call(turnReviews.agreement)).status).toBe(403)
      expect((await caller.call(turnReviews.export)).status).toBe(403)
    }
    expect((await (await api.signedIn('operator')).call(turnReviews.export)).status).toBe(403)
  })

  test('drops a turn that two reviewers judged; unsure does not count, and an answer can be changed', async ({
    api,
  }) => {
    const { review } = await reviewOf(api, await elsaIn(api))
    const [one, two, three] = [
      await api.signedIn('operator'),
      await api.signedIn('operator'),
      await api.signedIn('admin'),
    ]
    const params = { id: review?.id as string }
    const say = (caller: Caller, answer: string) =>
      caller.call(turnReviews.answer, { params, body: { answer } })
    await say(one, 'unsure')
    expect(await mine(one, review?.id)).toBeUndefined()
    expect(await mine(two, review?.id)).toMatchObject({ answers: 0 })
    await say(one, 'right')
    expect(await mine(two, review?.id)).toMatchObject({ answers: 1 })
    await say(two, 'wrong')
    expect(await mine(three, review?.id)).toBeUndefined()
    const { reply } = await one.call(turnReviews.agreement)
    expect(reply.pairs).toBeGreaterThanOrEqual(1)
    expect(reply.agreement).not.toBeNull()
    const { reply: log } = await one.call(activityLogs.list, { query: { resource_id: params.id } })
    expect(log.logs.map(({ action }) => action)).toEqual(['review', 'review', 'review'])
    const wrong = await say(one, 'maybe')
    expect(wrong).toMatchObject({ status: 422 })
    expect(wrong.problem.errors?.[0]?.pointer).toBe('#/answer')
  })

  test('opens an incident for missed danger, and an alert where someone must be called', async ({ api }) => {
    const elsa = await elsaIn(api)
    const olivia = await api.signedIn('operator')
    const { review, message } = await reviewOf(api, elsa)
    const params = { id: review?.id as string }
    const missed = { category: 'self_harm', alert: true }
    const refused = await olivia.call(turnReviews.answer, { params, body: { answer: 'right', missed } })
    expect(refused.status).toBe(422)
    const { reply } = await olivia.call(turnReviews.answer, { params, body: { answer: 'wrong', missed } })
    const incident = await api.db
      .selectFrom('safety_incidents')
      .select(['id', 'context', 'alert_id', 'escalation_needed'])
      .where('message_id', '=', message.id)
      .executeTakeFirstOrThrow()
    expect(incident).toMatchObject({ id: reply.incident_id, context: 'self_harm', escalation_needed: true })
    expect(incident.alert_id).not.toBeNull()
    const again = await olivia.call(turnReviews.answer, { params, body: { answer: 'wrong', missed } })
    expect(again.reply.incident_id).toBe(incident.id)
  })

  test('alerts the operators of an incident that did not alert anyone', async ({ api }) => {
    const elsa = await elsaIn(api)
    const olivia = await api.signedIn('operator')
    const { review, message } = await reviewOf(api, elsa, 'I took my heart pills twice this morning.')
    expect(review?.reason).toBe('near_threshold')
    expect(message.incident_id).not.toBeNull()
    const missed = { category: 'medication', alert: true }
    const asked = { params: { id: review?.id as string }, body: { answer: 'wrong', missed } }
    for (const _ of [1, 2]) {
      const { reply } = await olivia.call(turnReviews.answer, asked)
      expect(reply.incident_id).toBe(message.incident_id)
    }
    const raised = await api.db
      .selectFrom('alerts')
      .select(['type', 'message_id'])
      .where('person_id', '=', elsa.id)
      .execute()
    expect(raised).toEqual([{ type: 'medication', message_id: message.id }])
  })

  test('is exported without names, for people with consent only, and that is logged', async ({ api }) => {
    const [willing, silent] = [await elsaIn(api), await elsaIn(api)]
    const admin = await api.signedIn('admin')
    const consented = 'Dzisiaj rano\tkupowałem świeże bułki w piekarni obok kościoła'
    const kept = 'Jutro pojedziemy pociągiem odwiedzić mojego starszego brata'
    for (const [elsa, text] of [
      [willing, consented],
      [silent, kept],
    ] as const) {
      const { review } = await reviewOf(api, elsa, text)
      await admin.call(turnReviews.answer, {
        params: { id: review?.id as string },
        body: { answer: 'right' },
      })
    }
    const given = await willing.call(care.setConsent, {
      params: { id: willing.id },
      body: { training: true },
    })
    expect(given.reply).toMatchObject({ training: true, transcripts: false })
    const { status, text } = await admin.call(turnReviews.export, { query: { format: 'jsonl' } })
    expect(status).toBe(200)
    const lines = text
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(lines).toEqual([
      {
        text: consented,
        language: 'en',
        category: null,
        risk_score: expect.any(Number),
        reason: 'language',
        right: 1,
        wrong: 0,
        unsure: 0,
        missed: [],
      },
    ])
    const tsv = await admin.call(turnReviews.export, { query: { format: 'tsv' } })
    const [head, row] = tsv.text.split('\n')
    expect(row?.split('\t')).toHaveLength(head?.split('\t').length as number)
    expect(tsv.text).not.toContain('Elsa')
    const { reply } = await admin.call(activityLogs.list, {
      query: { resource_type: 'turn-reviews', action: 'export' },
    })
    expect(reply.logs).toMatchObject([{ details: { turns: 1 } }, { details: { turns: 1 } }])
  })
})
