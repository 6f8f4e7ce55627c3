import { emergency } from '#contract/alerts/emergency.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { elderlyDashboard } from '#contract/care/elderly-dashboard.ts'
import { familySimple } from '#contract/care/family-simple.ts'
import { healthQuick } from '#contract/care/health-quick.ts'
import { auth } from '#contract/identity/auth.ts'
import { origin, type Person, password, unique } from '#tests/fixtures/console.ts'
import { settle } from '#tests/fixtures/household.ts'
import { client } from '#tests/fixtures/http.ts'

/** Gives an organization somebody in need of help and of care, and a payment on its way. @returns the screens of these */
export async function screensOfRecords(clerk: Person): Promise<string[]> {
  const { person } = await settle(clerk)
  const query = { user_id: person.id }
  const { id: alert } = await clerk.call(emergency.trigger, { query, body: { emergency_type: 'fall' } })
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
  await clerk.call(elderlyDashboard.assignTask, { query, body: { title: 'Shopping', due_at: hourAgo } })
  await clerk.call(healthQuick.vitals, { query, body: { pulse: 150 } })
  await clerk.call(familySimple.quickMessage, { query, body: { text: 'See you on Sunday' } })
  const { checkout_url } = await clerk.call(subscriptions.checkout, {
    body: {
      plan_id: 'professional',
      billing_cycle: 'monthly',
      success_url: `${origin}/subscription/success`,
      cancel_url: `${origin}/subscription/cancel`,
    },
  })
  return [
    `/care/${person.id}`,
    '/care',
    `/family?person=${person.id}`,
    '/emergency',
    '/emergency/queue',
    `/emergency/alerts/${alert}`,
    new URL(checkout_url).pathname,
    `/users/elderly?_edit=${person.id}`,
    '/users/elderly/import',
  ]
}

/** The subscription of somebody who signed up a moment ago, as staff see it. */
export async function screenOfSubscription(staff: Person): Promise<string[]> {
  const username = unique('payer')
  await client(origin).call(auth.register, {
    body: { username, email: `${username}@example.org`, password },
  })
  const newest = { _sort: 'created_at', _order: 'desc', _start: 0, _end: 1 } as const
  const { subscriptions: rows } = await staff.call(subscriptions.list, { query: newest })
  return rows.map(({ id }) => `/subscription-management/${id}`)
}
