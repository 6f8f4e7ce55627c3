import type { Endpoint, ReplyOf } from '#contract/kit/endpoint.ts'
import { call, type Given, Unreachable } from './call.ts'

/** How often a call that got no answer is sent. */
const attempts = 3
/** Milliseconds before it is sent again, for each time that it was. */
const pause = 500

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/**
 * {@link call} for what must not be lost and not happen twice: sent again while no answer comes, under one key.
 * @throws as {@link call}
 */
export async function callOnce<E extends Endpoint>(endpoint: E, given: Given<E>): Promise<ReplyOf<E>> {
  const once = newKey()
  for (let sent = 1; ; sent += 1) {
    try {
      return await call(endpoint, { ...given, once })
    } catch (error) {
      if (!(error instanceof Unreachable) || sent === attempts) throw error
      await new Promise(resolve => setTimeout(resolve, pause * sent))
    }
  }
}
