import { type RawBuilder, sql } from 'kysely'
import type { AuthenticatedCall } from '#server/kit/call.ts'

/**
 * Whether the caller may read a person's transcripts. Staff may unless their role hides text; carers need the consent of
 * their assignment; a customer's admin needs the person's consent in their preferences.
 * @param person the column with the person's id
 */
export function canReadTranscript(
  { grant, actor }: Pick<AuthenticatedCall, 'grant' | 'actor'>,
  person: string,
): RawBuilder<boolean> {
  if (!grant.text) return sql`false`
  switch (grant.reach) {
    case 'all':
    case 'self':
      return sql`true`
    case 'organization':
      return sql`exists (select from profiles where profiles.person_id = ${sql.ref(person)}
        and profiles.preferences #>> '{consent,transcripts}' = 'true')`
    case 'assigned':
      return sql`exists (select from assignments where elderly_id = ${sql.ref(person)}
        and caregiver_id = ${actor.id} and ended_at is null and consent ->> 'transcripts' = 'true')`
  }
}
