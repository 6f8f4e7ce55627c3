import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'

/** What a new installation, or a new customer, does first. Each is done as soon as there is one, however it came. */
export const FirstRunStep = z.enum([
  /** A customer's organization. */
  'organization',
  /** An elderly user. */
  'person',
  'device',
  /** An emergency contact. */
  'contact',
  /** An alert, real or a test, that has gone up the ladder. */
  'ladder',
])
export type FirstRunStep = z.infer<typeof FirstRunStep>

export const FirstRun = z.object({
  /** The steps that the caller may take, in the order to take them; none for who administers nothing. */
  steps: z.array(z.object({ step: FirstRunStep, done: z.boolean() })),
  /** Whether the caller wants to see the list no more. */
  dismissed: z.boolean(),
})

export const firstRun = {
  show: endpoint({
    method: 'GET',
    path: '/api/first-run',
    summary: 'Tell which of the first steps are done within the caller’s reach',
    access: 'signed-in',
    reply: FirstRun,
  }),
  dismiss: endpoint({
    method: 'PUT',
    path: '/api/first-run',
    summary: 'Hide the first steps from the caller, or show them again',
    access: 'signed-in',
    body: FirstRun.pick({ dismissed: true }),
  }),
}
