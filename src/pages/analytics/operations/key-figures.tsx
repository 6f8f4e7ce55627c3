import { useTranslation } from 'react-i18next'
import {
  latencyTarget,
  type OperationalMetrics,
  successTarget,
} from '#contract/analytics/operational-metrics.ts'
import { type CardOf, FigureCards, FigureValue } from '#kit/analytics/figure-cards.tsx'
import { useUnitFormat } from '#kit/analytics/figures.ts'
import type { WidgetSettings } from '#kit/widgets.ts'

type Metrics = OperationalMetrics['metrics']

interface KeyFiguresProps {
  of: Metrics
  /** Previous period; null while loading. */
  before: Metrics | null | undefined
  shown: WidgetSettings
}

/** Whether the value meets its target; undefined without a value. */
const toneOf = (value: number | null, isMet: (value: number) => boolean) =>
  value === null ? undefined : isMet(value) ? 'good' : 'bad'

export function KeyFigures({ of, before, shown }: KeyFiguresProps) {
  const { t } = useTranslation('operations')
  const write = useUnitFormat()
  const latency = toneOf(of.avg_latency_ms, value => value < latencyTarget)
  const success = toneOf(of.success_rate, value => value > successTarget)
  const cards: (CardOf<Metrics> & { widget: keyof WidgetSettings })[] = [
    {
      widget: 'translationSessions',
      of: 'total_sessions',
      good: 'more',
      note: (
        <>
          <FigureValue figure="active_sessions" value={of.active_sessions} /> {t('inProgress')}
        </>
      ),
    },
    {
      widget: 'latencyMetrics',
      of: 'avg_latency_ms',
      figure: 'average_latency',
      good: 'less',
      tone: latency,
      held: { stage: 'end_to_end' },
      note:
        latency &&
        `${t(`target.${latency}`)} · ${t('target.below', { value: write('milliseconds', latencyTarget) })}`,
    },
    {
      widget: 'successRate',
      of: 'success_rate',
      good: 'more',
      tone: success,
      note: t('target.above', { value: write('percent', successTarget) }),
    },
    {
      widget: 'languagePairs',
      of: 'active_language_pairs',
      good: 'more',
      note: (
        <>
          <FigureValue figure="languages_used" value={of.languages_used} /> {t('languages')}
        </>
      ),
    },
  ]
  const visible = cards.flatMap(({ widget, ...card }) => (shown[widget] ? [card] : []))
  return <FigureCards of={of} before={before} cards={visible} />
}
