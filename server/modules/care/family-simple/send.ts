import { v7 as uuid } from 'uuid'
import type { FamilyMessage } from '#contract/care/family-simple.ts'
import type { UserCall } from '#server/kit/call.ts'
import type { AccessiblePerson } from '#server/kit/person.ts'
import { invalidField } from '#server/kit/problem.ts'
import { recordSyncChange } from '#server/kit/sync-log.ts'
import { notify } from '#server/modules/alerts/index.ts'
import { findMessage, insertMessage, listCircle } from './queries.ts'

interface NewMessage {
  /** Client-generated idempotency key. */
  id?: string | undefined
  kind: FamilyMessage['kind']
  text: string
  media_id?: string
}

/**
 * Sends a message to a person's circle in the call's transaction. Everyone except the author is notified; a check-in
 * request notifies only the person.
 * @throws Problem 409 if another message has the id
 */
export async function sendMessage(
  call: UserCall,
  person: AccessiblePerson,
  { id = uuid(), kind, text, media_id }: NewMessage,
): Promise<FamilyMessage> {
  const { db, actor } = call
  const message = {
    id,
    organization_id: person.organization_id,
    person_id: person.id,
    author_id: actor.id,
    kind,
    text,
    media_id: media_id ?? null,
  }
  const isNew = await insertMessage(db, message)
  const stored = await findMessage(db, { id, person_id: person.id })
  if (!stored || stored.author_id !== actor.id) throw invalidField('id', 'This ID is already in use', 409)
  if (isNew) {
    await recordSyncChange(db, person.id, { kind: 'message', id, version: 1 })
    const circle = await listCircle(db, person.id)
    for (const recipient of circle.filter(
      ({ id }) => id !== actor.id && (kind !== 'checkin_request' || id === person.id),
    ))
      await notify(call, recipient, {
        kind,
        render: t => ({ title: t(`family.${kind}`, { author: actor.name }), body: text }),
      })
  }
  call.audit({
    action: isNew ? 'send' : 'repeat',
    resourceType: 'family_messages',
    resourceId: id,
    organizationId: person.organization_id,
    details: { user_id: person.user_id, kind },
  })
  const { person_id: _, ...shown } = stored
  return shown
}
