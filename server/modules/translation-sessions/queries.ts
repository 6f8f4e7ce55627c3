import { TranslationSession, translationSessions } from '#contract/translation-sessions.ts'
import { table } from '#server/kit/table/table.ts'

export const translationSessionTable = table({
  table: 'translation_sessions',
  resource: 'translation-sessions',
  schema: TranslationSession,
  list: translationSessions.list,
  owner: { organization: 'organization_id' },
})
