import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import type { Db } from '#server/db/open.ts'
import type { Fact } from './memory/memory.ts'

/** Newest facts loaded into a conversation. */
const maxFacts = 200

/** The facts a person shared in a language, newest first. */
export async function listFacts(
  db: Db,
  personId: string,
  language: ConversationLanguage,
): Promise<(Fact & { conversation_id: string })[]> {
  return db
    .selectFrom('companion_facts')
    .select(['subject', 'statement', 'conversation_id'])
    .where('person_id', '=', personId)
    .where('language', '=', language)
    .orderBy('said_at', 'desc')
    .limit(maxFacts)
    .execute()
}

/** Upserts facts; the newest statement per subject wins. */
export async function saveFacts(
  db: Db,
  facts: readonly Fact[],
  of: {
    person_id: string
    organization_id: string
    language: string
    conversation_id: string
    said_at: string
  },
): Promise<void> {
  for (const { subject, statement } of facts) {
    await db
      .insertInto('companion_facts')
      .values({ ...of, subject, statement })
      .onConflict(conflict =>
        conflict
          .columns(['person_id', 'language', 'subject'])
          .doUpdateSet({ statement, conversation_id: of.conversation_id, said_at: of.said_at }),
      )
      .execute()
  }
}
