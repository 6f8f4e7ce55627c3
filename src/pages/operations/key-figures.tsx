import { useTranslation } from 'react-i18next'
import { latencyTarget, type OperationalMetrics, successTarget } from '#contract/operational-metrics.ts'
import { FigureCard } from '#kit/analytics/figure-card.tsx'
import { FigureValue } from '#kit/analytics/figure-value.tsx'
import { previousOf } from '#kit/analytics/previous.ts'
import { useUnit } from '#kit/analytics/use-unit.ts'
import type { WidgetSettings } from '#kit/widgets.ts'

type Metrics = OperationalMetrics['metrics']

interface KeyFiguresProps {
  of: Metrics
  /** Of the time before; null while they are awaited. */
  before: Metrics | null | undefined
  shown: WidgetSettings
}

/** Whether a value met its target; undefined without a value. */
const toneOf = (value: number | null, isMet: (value: number) => boolean) =>
  value === null ? undefined : isMet(value) ? 'good' : 'bad'

export function KeyFigures({ of, before, shown }: KeyFiguresProps) {
  const { t } = useTranslation('operations')
  const write = useUnit()
  const was = previousOf(before)
  const latency = toneOf(of.avg_latency_ms, value => value < latencyTarget)
  const success = toneOf(of.success_rate, value => value > successTarget)
  return (
    <>
      {shown.translationSessions && (
        <FigureCard
          figure="total_sessions"
          value={of.total_sessions}
          previous={was('total_sessions')}
          good="more"
          note={
            <>
              <FigureValue figure="active_sessions" value={of.active_sessions} /> {t('goingOn')}
            </>
          }
        />
      )}
      {shown.latencyMetrics && (
        <FigureCard
          figure="average_latency"
          value={of.avg_latency_ms}
          previous={was('avg_latency_ms')}
          good="less"
          tone={latency}
          held={{ stage: 'end_to_end' }}
          note={
            latency &&
            `${t(`target.${latency}`)} · ${t('target.below', { value: write('milliseconds', latencyTarget) })}`
          }
        />
      )}
      {shown.successRate && (
        <FigureCard
          figure="success_rate"
          value={of.success_rate}
          previous={was('success_rate')}
          good="more"
          tone={success}
          note={t('target.above', { value: write('percent', successTarget) })}
        />
      )}
      {shown.languagePairs && (
        <FigureCard
          figure="active_language_pairs"
          value={of.active_language_pairs}
          previous={was('active_language_pairs')}
          good="more"
          note={
            <>
              <FigureValue figure="languages_used" value={of.languages_used} /> {t('languages')}
            </>
          }
        />
      )}
    </>
  )
}
