import { v7 as uuid } from 'uuid'
import { describe, expect } from 'vitest'
import { translationSessions } from '#contract/conversations/translation-sessions.ts'
import { type Api, test } from '#tests/fixtures/api.ts'

async function translated(api: Api, organizationId: string, minute: number, values: object = {}) {
  const id = uuid()
  await api.db
    .insertInto('translation_sessions')
    .values({
      id,
      organization_id: organizationId,
      source_language: 'de',
      target_language: 'ja',
      mode: 'medical',
      region: 'Europe',
      status: 'completed',
      latency_ms: 900,
      started_at: new Date(Date.UTC(2026, 4, 1, 12, minute)).toISOString(),
      ...values,
    })
    .execute()
  return id
}

describe('translation sessions', () => {
  test('are paged from the newest, each once', async ({ api }) => {
    const analyst = await api.signedIn('analyst')
    const organization_id = await api.organization()
    const ids: string[] = []
    for (const minute of [1, 2, 3]) ids.unshift(await translated(api, organization_id, minute))
    const query = { organization_id, _end: 2 }
    const first = (await analyst.call(translationSessions.list, { query })).reply
    expect(first).toMatchObject({ total: 3, total_is_estimate: false })
    const rest = await analyst.call(translationSessions.list, {
      query: { ...query, _after: first.next ?? '' },
    })
    const seen = [...first.translation_sessions, ...rest.reply.translation_sessions].map(({ id }) => id)
    expect(seen).toEqual(ids)
    expect(rest.reply.next).toBeNull()
  })

  test('are filtered, and visible to staff and their own organization', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const slow = await translated(api, owner.organizationId, 1, { latency_ms: 2500, mode: 'authority' })
    await translated(api, owner.organizationId, 2)
    await translated(api, await api.organization(), 3)
    const ids = async (query: object) =>
      (await owner.call(translationSessions.list, { query })).reply.translation_sessions.map(({ id }) => id)
    expect(await ids({})).toHaveLength(2)
    expect(await ids({ latency_ms_gte: 1200 })).toEqual([slow])
    expect(await ids({ mode: 'authority' })).toEqual([slow])
    const carer = await api.signedIn('caregiver')
    expect((await carer.call(translationSessions.list, {})).status).toBe(403)
  })
})
