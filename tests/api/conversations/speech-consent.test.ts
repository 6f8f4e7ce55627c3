import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import { paramNames } from '#contract/kit/urls.ts'
import { test } from '#tests/fixtures/api.ts'
import { fillApi } from '#tests/fixtures/demo.ts'
import { everyEndpoint } from '#tests/fixtures/endpoints.ts'

vi.setConfig({ testTimeout: 300_000 })

/** Shorter texts occur elsewhere by chance. */
const minLength = 16

test('conversations are hidden without consent, in every list, record, export and search', async ({
  api,
}) => {
  await fillApi(api, { scale: 0.005 })
  await sql`update profiles set preferences = preferences #- '{consent,transcripts}'`.execute(api.db)
  const { rows: said } = await sql<{ organization_id: string; content: string }>`
    select distinct on (content) organization_id, content from messages
    where type = 'user' and length(content) >= ${minLength}`.execute(api.db)
  const { rows: busiest } = await sql<{ organization_id: string }>`
    select organization_id from messages where organization_id in (select organization_id from alerts
      where source = 'conversation') group by organization_id order by count(*) desc limit 1`.execute(api.db)
  const organizationId = busiest[0]?.organization_id as string
  expect(organizationId).toBeDefined()
  const owner = await api.signedIn('organization_admin', { organizationId })

  const spoken = said.map(({ content }) => content)
  const quoted = (text: string) => spoken.filter(words => text.includes(JSON.stringify(words).slice(1, -1)))
  const formats = [{}, { _format: 'csv' }, { _format: 'json' }]
  let read = 0
  for (const [name, endpoint] of await everyEndpoint()) {
    if (endpoint.method !== 'GET' || endpoint.kind === 'stream') continue
    const ids =
      paramNames(endpoint.path).length === 0
        ? [{}]
        : (
            await sql<{ id: string }>`select id from alerts where organization_id = ${organizationId}
              and source = 'conversation' union select conversation_id from alerts
              where organization_id = ${organizationId} and source = 'conversation' limit 6`.execute(api.db)
          ).rows.map(({ id }) => Object.fromEntries(paramNames(endpoint.path).map(param => [param, id])))
    for (const params of ids) {
      for (const query of endpoint.listing ? formats : [{}]) {
        const { status, text } = await owner.call(endpoint, {
          params: params as never,
          query: query as never,
        })
        if (status !== 200) continue
        read += 1
        expect.soft(quoted(text), name).toEqual([])
      }
    }
  }
  expect(read).toBeGreaterThan(50)
  const search = (await everyEndpoint()).find(([name]) => name === 'GET /api/search')?.[1]
  if (!search || search.query instanceof z.ZodUndefined) throw new Error('there is no search')
  for (const words of spoken.slice(0, 5)) {
    const { text } = await owner.call(search, { query: { q: words.slice(0, 60) } as never })
    expect.soft(quoted(text)).toEqual([])
  }
})
