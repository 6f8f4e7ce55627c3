import { FigureRuleNotice, figureRuleNotices } from '#contract/platform/figure-rule-history.ts'
import { badge } from '#kit/resource/badge.tsx'
import { resource } from '#kit/resource/resource.ts'

export default resource({
  name: 'figure-rule-notices',
  path: '/figure-rule-notices',
  group: 'analytics',
  area: 'figure_rules',
  schema: FigureRuleNotice,
  api: figureRuleNotices,
  title: 'person_name',
  list: {
    columns: ['created_at', 'rule_id', 'person_name', 'kind', 'way', 'status', 'reason'],
    filters: ['kind', 'way', 'status', 'reason', 'rule_id', 'organization_id', 'created_at'],
    sort: '-created_at',
  },
  fields: {
    kind: { ...badge({ firing: 'red', recovered: 'green', reminder: 'red', error: 'orange' }), width: 144 },
    status: {
      ...badge({ held: 'yellow', queued: 'yellow', sent: 'green', skipped: 'grey', failed: 'red' }),
      width: 160,
    },
    reason: { width: 160 },
  },
})
