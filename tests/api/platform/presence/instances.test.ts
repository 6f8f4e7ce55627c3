import { describe } from 'vitest'
import { type Api, test } from '#tests/fixtures/api.ts'
import { listening } from '#tests/fixtures/listening.ts'
import { register } from '#tests/fixtures/live.ts'
import { presenceClient } from '#tests/fixtures/presence.ts'

const redis = process.env.TEST_REDIS_URL

const instance = (api: Api, REDIS_URL: string) =>
  listening(api, { config: { ...api.services.config, REDIS_URL } })

describe('several instances', () => {
  test.skipIf(!redis)(
    'show the people of each other until these leave (needs TEST_REDIS_URL)',
    async ({ api }) => {
      const [here, there] = [await instance(api, redis as string), await instance(api, redis as string)]
      const owner = await api.signedIn('organization_admin', { name: 'Owner' })
      const other = await api.signedIn('organization_admin', {
        organizationId: owner.organizationId,
        name: 'Other',
      })
      const id = await register(owner, owner.organizationId)
      const [near, far] = [await presenceClient(here.port, owner), await presenceClient(there.port, other)]
      for (const client of [near, far]) client.open('devices', id)
      await near.sees(id, 'Owner', 'Other')
      await far.sees(id, 'Owner', 'Other')
      far.socket.terminate()
      await near.sees(id, 'Owner')
      // A stop announces that its clients leave.
      const back = await presenceClient(there.port, other)
      back.open('devices', id)
      await near.sees(id, 'Owner', 'Other')
      await there.app.close()
      await near.sees(id, 'Owner')
    },
  )

  test('show the people of this instance while Redis is away', async ({ api }) => {
    const { port } = await instance(api, 'redis://127.0.0.1:1')
    const owner = await api.signedIn('organization_admin', { name: 'Owner' })
    const id = await register(owner, owner.organizationId)
    const reader = await presenceClient(port, owner)
    reader.open('devices', id)
    await reader.sees(id, 'Owner')
  })
})
