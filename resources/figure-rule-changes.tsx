import { FigureRuleChange, figureRuleChanges } from '#contract/platform/figure-rule-history.ts'
import { AmountText, FigureLink } from '#kit/figure-rules/figure-text.tsx'
import { badge } from '#kit/resource/badge.tsx'
import { resource } from '#kit/resource/resource.ts'

/** Shows an amount in the unit of its entry. */
const amount = {
  show: (value: number, _label: string, row?: unknown) => (
    <AmountText unit={(row as FigureRuleChange).unit} value={value} />
  ),
}

export default resource({
  name: 'figure-rule-changes',
  path: '/figure-rule-changes',
  group: 'analytics',
  area: 'figure_rules',
  schema: FigureRuleChange,
  api: figureRuleChanges,
  title: 'event',
  texts: ['figure-rules', 'analytics'],
  list: {
    columns: ['created_at', 'rule_id', 'event', 'measured', 'reason', 'note', 'path'],
    filters: ['event', 'reason', 'rule_id', 'organization_id', 'created_at'],
    sort: '-created_at',
  },
  fields: {
    event: badge({
      unchecked: 'grey',
      ok: 'green',
      pending: 'yellow',
      firing: 'red',
      no_data: 'grey',
      error: 'orange',
      reminder: 'red',
      muted: 'purple',
      unmuted: 'blue',
      edited: 'blue',
      gap: 'orange',
    }),
    reason: { width: 148 },
    note: { width: 148 },
    measured: amount,
    threshold: amount,
    path: { show: path => <FigureLink to={path} /> },
    unit: { hidden: true },
  },
})
