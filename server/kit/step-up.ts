import type { Actor, Program } from './call.ts'
import { stepUpRequired } from './problem.ts'

/**
 * Guards an effect that a session alone must not have, whichever call, job, import or undo has it. A job acts with the
 * step-up of the call that ordered it.
 * @throws Problem 409 of kind `step-up`
 */
export function requireStepUp(actor: Actor | Program): void {
  if (!('hasRecentStepUp' in actor && actor.hasRecentStepUp)) throw stepUpRequired()
}
