import { TranslationSession, translationSessions } from '#contract/conversations/translation-sessions.ts'
import { badge } from '#kit/resource/badge.tsx'
import { resource } from '#kit/resource/resource.ts'

export default resource({
  name: 'translation-sessions',
  path: '/translation-sessions',
  group: 'sessions',
  area: 'analytics',
  schema: TranslationSession,
  api: translationSessions,
  title: 'started_at',
  list: {
    columns: [
      'started_at',
      'source_language',
      'target_language',
      'mode',
      'status',
      'latency_ms',
      'organization_id',
    ],
    filters: ['status', 'mode', 'source_language', 'target_language', 'region', 'latency_ms', 'started_at'],
    sort: '-started_at',
  },
  fields: {
    status: badge({ active: 'blue', completed: 'green', failed: 'red' }),
  },
})
