import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { NewSession } from '#contract/conversations/conversations.ts'
import { name as embedded, opening } from '#server/adapters/chat/embedded/companion.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import type { AccessiblePerson } from '#server/kit/person.ts'
import { listFacts } from './facts.ts'

/** Starts a conversation with the companion's opening message. @returns its id */
export async function startSession(
  { db, audit }: Pick<AuthenticatedCall, 'db' | 'audit'>,
  person: AccessiblePerson,
  settings: Omit<z.output<typeof NewSession>, 'user_id'>,
): Promise<string> {
  const id = uuid()
  const now = new Date().toISOString()
  const at = { organization_id: person.organization_id, person_id: person.id }
  await db
    .insertInto('conversations')
    .values({ id, ...at, ...settings, status: 'active', started_at: now })
    .execute()
  const known = await listFacts(db, person.id, settings.language)
  await db
    .insertInto('messages')
    .values({
      id: uuid(),
      ...at,
      conversation_id: id,
      type: 'assistant',
      content: opening(settings, known.length > 0),
      model: embedded,
      ts: now,
    })
    .execute()
  audit({
    action: 'create',
    resourceType: 'conversations',
    resourceId: id,
    organizationId: person.organization_id,
    details: { after: { user_id: person.user_id, ...settings } },
  })
  return id
}
