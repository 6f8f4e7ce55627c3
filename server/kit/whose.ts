import type { Role } from '#contract/permissions.ts'
import type { SignedInCall } from './call.ts'
import { type PersonInReach, personInReach } from './person.ts'
import { invalid } from './problem.ts'

type Asking = SignedInCall & { query: { user_id?: string | undefined } }

const elderly: readonly Role[] = ['elderly_user']

/**
 * Whom a call is about: the elderly user that its `user_id` names, or the caller who is one.
 * @throws Problem 404 for anybody outside the caller's reach; 422 where it does not say.
 */
export function whose(call: Asking): Promise<PersonInReach> {
  const key = call.query.user_id ?? (call.actor.role === 'elderly_user' ? call.actor.id : undefined)
  if (!key) throw invalid('user_id', 'Specify the person with user_id')
  return personInReach(call, key, elderly)
}

/** The caller, of calls about one's own account. @throws Problem 404 where `user_id` names somebody else. */
export const oneself = (call: Asking): Promise<PersonInReach> =>
  personInReach(call, call.query.user_id ?? call.actor.id)

/** Whom a call is about, where it may also be about all whom the caller reaches: null without a `user_id`. */
export const whoseOrAll = async (call: Asking): Promise<PersonInReach | null> =>
  call.query.user_id || call.actor.role === 'elderly_user' ? whose(call) : null
