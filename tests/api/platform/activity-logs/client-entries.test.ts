import { randomUUID } from 'node:crypto'
import { describe, expect, test as unit } from 'vitest'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { isReservedAction } from '#server/kit/audit-actions.ts'
import { test } from '#tests/fixtures/api.ts'

describe('an action that clients report', () => {
  test('is offered as a filter in their own organization and to staff only', async ({ api }) => {
    const [owner, other] = [
      await api.signedIn('organization_admin'),
      await api.signedIn('organization_admin'),
    ]
    const staff = await api.signedIn('operator')
    const action = `opened-${randomUUID()}`
    const body = { action, resource_type: `${action}-screen` }
    expect((await owner.call(activityLogs.create, { body })).status).toBe(201)
    for (const [caller, isOffered] of [
      [owner, true],
      [staff, true],
      [other, false],
    ] as const) {
      const { actions } = (await caller.call(activityLogs.actions)).reply
      const { resource_types } = (await caller.call(activityLogs.resourceTypes)).reply
      expect(actions.includes(action)).toBe(isOffered)
      expect(resource_types.includes(body.resource_type)).toBe(isOffered)
    }
  })

  test.for(['two_factor_reset', 'step_up', 'resolve', 'pay', 'Login', ' two-factor reset ', 'ｌｏｇｉｎ'])(
    'cannot be named %s',
    async (action, { api }) => {
      const caller = await api.signedIn('caregiver')
      const { status, problem } = await caller.call(activityLogs.create, {
        body: { action, resource_type: 'account' },
      })
      expect(status).toBe(422)
      expect(problem.errors?.[0]?.pointer).toBe('#/action')
    },
  )
})

unit('other names are free', () => {
  for (const action of ['screen_opened', 'paying', 'step', 'loginx'])
    expect(isReservedAction(action), action).toBe(false)
})
