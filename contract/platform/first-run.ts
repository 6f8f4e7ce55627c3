import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'

/** Onboarding steps of a new installation or customer. A step is done once such a record exists. */
export const FirstRunStep = z.enum([
  /** A customer's organization. */
  'organization',
  /** An elderly user. */
  'person',
  'device',
  /** An emergency contact. */
  'contact',
  /** An alert, real or test, that has been escalated. */
  'ladder',
])
export type FirstRunStep = z.infer<typeof FirstRunStep>

export const FirstRun = z.object({
  /** The steps available to the caller, in order; empty for callers who administer nothing. */
  steps: z.array(z.object({ step: FirstRunStep, done: z.boolean() })),
  /** Whether the caller dismissed the list. */
  dismissed: z.boolean(),
})

export const firstRun = {
  show: endpoint({
    method: 'GET',
    path: '/api/first-run',
    summary: 'Get the onboarding steps and their state',
    access: 'signed-in',
    reply: FirstRun,
  }),
  dismiss: endpoint({
    method: 'PUT',
    path: '/api/first-run',
    summary: 'Dismiss the onboarding steps, or show them again',
    access: 'signed-in',
    body: FirstRun.pick({ dismissed: true }),
  }),
}
