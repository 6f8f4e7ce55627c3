import { describe, expect } from 'vitest'
import { translations } from '#contract/localisation/translations.ts'
import { type Caller, test } from '#tests/fixtures/api.ts'

const { show, save, submit, review, discard } = translations
const [retry, undo, dismiss] = ['es:common:retry', 'es:common:undo', 'es:common:dismiss'] as const
const [lead, failed, back] = ['es:usage:lead', 'es:usage:failed', 'es:usage:overview'] as const
const alarm = 'es:emergency:actions.acknowledge'

/** Texts handed in for review by one person. */
async function handedIn(by: Caller, ...ids: string[]) {
  return Promise.all(
    ids.map(async id => {
      const { version } = (await by.call(show, { params: { id } })).reply
      const body = { version, forms: { text: `Texto ${version}` } }
      const saved = await by.call(save, { params: { id }, body })
      expect(saved.status).toBe(200)
      const sent = { version: saved.reply.version }
      const { status, reply } = await by.call(submit, { params: { id }, body: sent })
      expect(status).toBe(200)
      return { id, version: reply.version }
    }),
  )
}
const statusOf = async (by: Caller, id: string) => (await by.call(show, { params: { id } })).reply.status

describe('a review of many texts', () => {
  test('publishes each that may be published, and names the others', async ({ api }) => {
    const [kim, lee] = [await api.signedIn('translator'), await api.signedIn('super_admin')]
    const [first, second] = await handedIn(kim, retry, undo)
    const own = await handedIn(lee, alarm)
    const stale = { id: undo, version: (second?.version ?? 0) - 1 }
    const texts = [first, stale, ...own, { id: 'es:common:nothing', version: 1 }]
    const { status, reply } = await lee.call(review, { body: { act: 'approve', texts } })
    expect(status).toBe(200)
    expect(reply).toEqual({
      done: 1,
      refused: [
        { id: undo, reason: 'Someone else changed this text in the meantime.' },
        {
          id: alarm,
          reason: 'Someone other than the author must approve an emergency or safety text.',
        },
        { id: 'es:common:nothing', reason: 'This text does not exist' },
      ],
    })
    expect(await statusOf(kim, retry)).toBe('published')
    expect(await statusOf(kim, undo)).toBe('review')
    expect(await statusOf(kim, alarm)).toBe('review')
    const logs = await api.db
      .selectFrom('activity_logs')
      .where('resource_type', '=', 'translations')
      .where('action', '=', 'approve')
      .select('resource_id')
      .execute()
    expect(logs).toEqual([{ resource_id: retry }])
  })

  test('sends texts back with the reason, which their author reads', async ({ api }) => {
    const [kim, lee] = [await api.signedIn('translator'), await api.signedIn('admin', { name: 'Lee' })]
    const texts = await handedIn(kim, lead, failed)
    const body = { act: 'reject', texts, reason: 'Use the imperative' }
    expect((await lee.call(review, { body })).reply).toEqual({ done: 2, refused: [] })
    const { reply } = await kim.call(show, { params: { id: failed } })
    expect(reply).toMatchObject({ status: 'draft', author: { id: kim.id } })
    expect(reply.history[0]).toMatchObject({
      act: 'reject',
      note: 'Use the imperative',
      author: { name: 'Lee' },
    })
  })

  test('discards changes: the text is again what readers see', async ({ api }) => {
    const [kim, lee] = [await api.signedIn('translator'), await api.signedIn('admin')]
    const texts = await handedIn(kim, back)
    await lee.call(review, { body: { act: 'discard', texts, reason: 'Not needed' } })
    const { reply } = await kim.call(show, { params: { id: back } })
    expect(reply).toMatchObject({ status: 'rolled_back', published: null })
    expect(reply.forms).toEqual(reply.bundled)
    expect(reply.history[0]).toMatchObject({ act: 'discard', note: 'Not needed', is_published: false })
    const again = await lee.call(discard, {
      params: { id: back },
      body: { version: reply.version, reason: 'Not needed' },
    })
    expect(again.status).toBe(409)

    // A published text stays published.
    const [handed] = await handedIn(kim, dismiss)
    await lee.call(review, { body: { act: 'approve', texts: [handed] } })
    const version = (await kim.call(show, { params: { id: dismiss } })).reply.version
    await kim.call(save, { params: { id: dismiss }, body: { version, forms: { text: 'Otra' } } })
    await kim.call(submit, { params: { id: dismiss }, body: { version: version + 1 } })
    const next = [{ id: dismiss, version: version + 2 }]
    await lee.call(review, { body: { act: 'discard', texts: next, reason: 'Was better' } })
    const last = (await kim.call(show, { params: { id: dismiss } })).reply
    expect(last.status).toBe('published')
    expect(last.forms).toEqual(last.published)
  })

  test('needs a reason to send back, at least one text and at most 200, and a reviewer', async ({ api }) => {
    const [kim, lee] = [await api.signedIn('translator'), await api.signedIn('admin')]
    const text = { id: retry, version: 1 }
    const of = async (by: Caller, body: object) => (await by.call(review, { body })).status
    expect(await of(lee, { act: 'reject', texts: [text] })).toBe(422)
    expect(await of(lee, { act: 'discard', texts: [text], reason: ' ' })).toBe(422)
    expect(await of(lee, { act: 'approve', texts: [] })).toBe(422)
    expect(await of(lee, { act: 'approve', texts: Array(201).fill(text) })).toBe(422)
    expect(await of(kim, { act: 'approve', texts: [text] })).toBe(403)
  })
})
