import type { z } from 'zod'
import type { Rehearsal } from '#contract/alerts/emergency.ts'
import type { SignedInCall } from '#server/kit/call.ts'
import { perform } from '../act.ts'
import { ladderOf } from '../ladder.ts'
import { raiseAlert } from '../raise.ts'
import { hold } from '../record.ts'
import { findingsOf, walk } from '../walk.ts'
import { keepRehearsal } from './queries.ts'

interface Options {
  simulate_delays: boolean
  include_emergency_services: boolean
}

/**
 * Plans a person's ladder as for an alarm and goes through it without calling anybody. What it finds is kept with an
 * alert marked as a test, which is over at once.
 */
export async function rehearseFor(
  call: SignedInCall,
  person: { id: string; organization_id: string },
  options: Options,
): Promise<z.output<typeof Rehearsal>> {
  const { db, actor } = call
  const whose = { organization_id: person.organization_id, person_id: person.id }
  const { id: ladder, name, steps } = await ladderOf(db, whose)
  const walked = await walk(call, whose, steps, options)

  const { id } = await raiseAlert(call, {
    ...whose,
    type: 'full_cascade',
    source: actor.role === 'elderly_user' ? 'mobile' : 'operator',
    severity: 'low',
    test: true,
    actor_id: actor.id,
  })
  const message = { title: 'Rehearsal', text: 'A rehearsal calls nobody.', url: '' }
  await keepRehearsal(db, { id, ...whose }, walked.made, message)
  await perform(db, await hold(db, id), { act: 'resolve', by: actor.id, cause: 'test', valid: false })
  return { alert_id: id, test: true, ladder: { id: ladder, name }, ...findingsOf(walked, options) }
}
