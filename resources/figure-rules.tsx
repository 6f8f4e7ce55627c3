import { figureRuleChanges, figureRuleNotices } from '#contract/platform/figure-rule-history.ts'
import { FigureRule, figureRules } from '#contract/platform/figure-rules.ts'
import {
  AmountText,
  ConditionText,
  FigureText,
  measuredUnitOf,
  unitOf,
} from '#kit/figure-rules/figure-text.tsx'
import { RuleActions, StateText } from '#kit/figure-rules/rule-actions.tsx'
import { ConditionInput, FigureInput } from '#kit/figure-rules/rule-inputs.tsx'
import { RulePreview } from '#kit/figure-rules/rule-preview.tsx'
import { Recipients, RecipientsInput } from '#kit/reports/recipients-input.tsx'
import { badge } from '#kit/resource/badge.tsx'
import { related } from '#kit/resource/related.ts'
import { resource } from '#kit/resource/resource.ts'

/** A row of which only these fields are known to be there. */
const ruleOf = (row: unknown) => row as FigureRule

export default resource({
  name: 'figure-rules',
  path: '/figure-rules',
  group: 'analytics',
  area: 'figure_rules',
  schema: FigureRule,
  api: figureRules,
  title: 'name',
  texts: [
    'figure-rules',
    'reports',
    'ladders',
    'analytics',
    'operations',
    'conversation-analytics',
    'usage',
    'revenue',
    'safety',
  ],
  related: [
    related('figure-rule-changes', figureRuleChanges.list, 'rule_id'),
    related('figure-rule-notices', figureRuleNotices.list, 'rule_id'),
  ],
  actions: row => <RuleActions row={row} />,
  preview: RulePreview,
  initial: { period: '24h', every: '1h', hold: 1, min_rows: 0 },
  list: {
    columns: ['name', 'state', 'source', 'condition', 'value', 'period', 'checked_at'],
    filters: [
      'state',
      'status',
      'name',
      'muted_until',
      'owner_id',
      'organization_id',
      'state_since',
      'created_at',
    ],
    sort: 'name',
  },
  fields: {
    state: {
      show: (state, label, row) => <StateText state={state} label={label} mutedUntil={row?.muted_until} />,
    },
    period: { width: 120 },
    status: badge({ active: 'green', paused: 'grey' }),
    source: { input: FigureInput, show: source => <FigureText source={source} /> },
    condition: {
      input: ConditionInput,
      show: (condition, _label, row) => <ConditionText source={ruleOf(row).source} condition={condition} />,
    },
    value: {
      show: (value, _label, row) => <AmountText unit={unitOf(ruleOf(row).source)} value={value} />,
    },
    measured: {
      show: (value, _label, row) => (
        <AmountText unit={measuredUnitOf(ruleOf(row).source, ruleOf(row).condition)} value={value} />
      ),
    },
    recipients: { show: recipients => <Recipients recipients={recipients} /> },
    recipient_ids: { input: RecipientsInput, hidden: true },
    owner_id: { hidden: true },
  },
})
