import i18next from 'i18next'
import { speech } from '#contract/conversations/speech.ts'
import { auth } from '#contract/identity/auth.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { ApiError, type CallOptions } from '../call.ts'
import { exampleReply } from './examples.ts'

/** The calls that a preview makes on the server: those of the session, and of the texts being translated. */
export function isReal(endpoint: Endpoint, body?: unknown): boolean {
  const { access, path, method } = endpoint
  if (typeof access === 'object' && access.area === 'translations') return true
  if ([auth.me, auth.logout].some(own => own.path === path && own.method === method)) return true
  // The language of the screen is a setting of the account.
  const isOwnAccount = path === auth.updateMe.path && method === auth.updateMe.method
  return isOwnAccount && Object.keys(body ?? {}).join() === 'locale'
}

const refusal = (): Problem => ({
  type: '/problems/preview',
  title: 'Preview',
  status: 409,
  detail: i18next.t('preview:refused'),
})

/**
 * The example that stands for the server's response in a preview; undefined for calls that a preview makes on the
 * server.
 * @throws {ApiError} for calls that would change something
 */
export function answerInPreview(endpoint: Endpoint, options: CallOptions<Endpoint>): Response | undefined {
  if (isReal(endpoint, options.body)) return undefined
  const isRead = endpoint.method === 'GET' || endpoint.path === speech.voices.path
  if (!isRead) throw new ApiError(refusal())
  const { params = {}, query = {} } = options as { params?: object; query?: object }
  const reply = exampleReply(endpoint, { ...query, ...params })
  return reply === undefined ? new Response(null, { status: 204 }) : Response.json(reply)
}
