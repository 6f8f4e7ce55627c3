import type { z } from 'zod'
import { canBeTaken } from '#contract/care/dose-state.ts'
import type { elderlyDashboard, VoiceIntent } from '#contract/care/elderly-dashboard.ts'
import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import type { UserCall } from '#server/kit/call.ts'
import { wallClockAt } from '#server/kit/period.ts'
import type { AccessiblePerson } from '#server/kit/person.ts'
import { raiseAlert } from '#server/modules/alerts/index.ts'
import { sendMessage } from '../../family-simple/send.ts'
import { listDoses } from '../../health-quick/health.ts'
import { logEntry } from '../../wellness/queries.ts'
import { findAlertOfTurn, getStartScreenState, listUnreadMessages } from '../queries.ts'
import { saysIn } from './intent.ts'

type Made = z.output<(typeof elderlyDashboard)['voiceCommand']['reply']>['made']

/** The result of a command. If `words` is null the companion answers. */
export interface Done {
  made: Made
  words: string | null
}

interface Command {
  intent: VoiceIntent
  language: ConversationLanguage
  /** The turn that held the command; deduplicates the alert. */
  turn: string
}

/** HH:MM in a zone. */
const timeAt = (instant: string, zone: string) =>
  new Date(wallClockAt(Date.parse(instant), zone)).toISOString().slice(11, 16)

/** Runs a voice command in the call's transaction. */
export async function act(
  call: UserCall,
  person: AccessiblePerson,
  { intent, language, turn }: Command,
): Promise<Done> {
  const { db, actor } = call
  const says = saysIn(language)
  const wrote = async (value: Record<string, unknown>, kind: 'checkin' | 'medication'): Promise<Made> => ({
    kind: 'wellness',
    id: (await logEntry(call, person, { kind, value })).id,
  })

  switch (intent) {
    case 'help': {
      // The safety watch may have raised one for the same words already.
      const raised = await findAlertOfTurn(db, person.id, turn)
      if (raised) return { made: { kind: 'alert', id: raised.id }, words: says.help }
      const { id } = await raiseAlert(call, {
        organization_id: person.organization_id,
        person_id: person.id,
        type: 'voice_command',
        source: 'conversation',
        severity: 'critical',
        event_key: turn,
        actor_id: actor.id,
        message_id: turn,
      })
      return { made: { kind: 'alert', id }, words: says.help }
    }
    case 'feeling_good':
      return { made: await wrote({ feeling: 'good' }, 'checkin'), words: says.good }
    case 'feeling_poor':
      return { made: await wrote({ feeling: 'poor' }, 'checkin'), words: says.poor }
    case 'medication_taken': {
      const now = Date.now()
      const open = (await listDoses(db, person.id, 2))
        .filter(dose => canBeTaken(dose, now))
        .sort((a, b) => Math.abs(Date.parse(a.due_at) - now) - Math.abs(Date.parse(b.due_at) - now))
      const meant = open.filter(({ due_at }) => due_at === open[0]?.due_at)
      if (meant.length === 0) return { made: null, words: says.nothingDue }
      const made: Made[] = []
      for (const { name, due_at } of meant)
        made.push(await wrote({ name, taken: true, dose_at: due_at }, 'medication'))
      return { made: made[0] ?? null, words: says.taken(meant.map(({ name }) => name).join(', ')) }
    }
    case 'next_dose': {
      const next = (await listDoses(db, person.id, 2)).find(
        ({ state }) => state === 'upcoming' || state === 'due',
      )
      const { zone } = await getStartScreenState(db, person.id)
      return { made: null, words: next ? says.nextDose(next.name, timeAt(next.due_at, zone)) : says.noDose }
    }
    case 'read_messages': {
      const unread = await listUnreadMessages(db, person.id)
      const list = unread.map(({ author, text }) => `${author}: ${text}`).join(' ')
      return { made: null, words: unread.length > 0 ? says.messages(list) : says.noMessages }
    }
    case 'call_family': {
      const { full_name } = await getStartScreenState(db, person.id)
      const text = says.familyMessage(full_name)
      const { id } = await sendMessage(call, person, { kind: 'message', text })
      return { made: { kind: 'message', id }, words: says.family }
    }
    case 'talk':
      return { made: null, words: null }
  }
}
