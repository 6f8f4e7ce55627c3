import type { Role } from '#contract/kit/permissions.ts'
import type { UserCall } from './call.ts'
import { type AccessiblePerson, findAccessiblePerson } from './person.ts'
import { invalidField } from './problem.ts'

type Asking = UserCall & { query: { user_id?: string | undefined } }

const elderly: readonly Role[] = ['elderly_user']

/**
 * Whom a call is about: the elderly user that its `user_id` names, or the caller who is one.
 * @throws Problem 404 for anybody outside the caller's reach; 422 where it does not say.
 */
export function resolveTargetPerson(call: Asking): Promise<AccessiblePerson> {
  const key = call.query.user_id ?? (call.actor.role === 'elderly_user' ? call.actor.id : undefined)
  if (!key) throw invalidField('user_id', 'Specify the person with user_id')
  return findAccessiblePerson(call, key, elderly)
}

/** The caller, of calls about one's own account. @throws Problem 404 where `user_id` names somebody else. */
export const resolveSelf = (call: Asking): Promise<AccessiblePerson> =>
  findAccessiblePerson(call, call.query.user_id ?? call.actor.id)

/** Whom a call is about, where it may also be about all whom the caller reaches: null without a `user_id`. */
export const resolveOptionalTarget = async (call: Asking): Promise<AccessiblePerson | null> =>
  call.query.user_id || call.actor.role === 'elderly_user' ? resolveTargetPerson(call) : null
