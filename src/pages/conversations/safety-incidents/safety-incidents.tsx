import { useTranslation } from 'react-i18next'
import { safetyRanges } from '#contract/conversations/safety-incidents.ts'
import { DayChart } from '#kit/analytics/day-chart.tsx'
import { FigureCards, KeyFigureCards } from '#kit/analytics/figure-cards.tsx'
import { FiguresPage, PeriodText } from '#kit/analytics/figures-page.tsx'
import { Panels } from '#kit/analytics/panel.tsx'
import { previousOf, useRange } from '#kit/analytics/use-range.ts'
import { IncidentPanel } from './incident-panel.tsx'
import { IncidentTable } from './incident-table.tsx'
import { RiskLevels } from './risk-levels.tsx'
import { SafetyFigures } from './safety-figures.tsx'
import { useSafety } from './use-incidents.ts'

const cards = [
  'high_risk_conversations',
  'medium_risk_conversations',
  'emergency_contexts',
  'distressed_conversations',
] as const

/** Safety Incidents: conversations flagged by the safety classifier. */
export function Component() {
  const { t } = useTranslation(['safety', 'navigation'])
  const range = useRange(safetyRanges, '30d')
  const { reading, before } = useSafety(range)
  return (
    <FiguresPage
      title={t('navigation:screens.safetyIncidents')}
      lead={t('lead')}
      range={range}
      report="safety"
      reading={reading}
      failed={t('failed')}
      figures={SafetyFigures}
      panel={<IncidentPanel />}
    >
      {({ summary, incidents, total, distribution, timeline }) => (
        <>
          <PeriodText of={summary.period} />
          <KeyFigureCards title={t('summary')}>
            <FigureCards
              of={summary}
              before={previousOf(before)('summary')}
              cards={cards.map(of => ({ of, good: 'less', note: t(`notes.${of}`) }))}
            />
          </KeyFigureCards>
          <Panels>
            <RiskLevels of={distribution} />
            <DayChart
              title={t('timeline')}
              lead={t('timelineLead')}
              period={summary.period}
              days={timeline}
              previous={before?.timeline}
              series={[
                { figure: 'incidents', tone: 'serious', of: day => day.incident_count },
                { figure: 'average_risk', of: day => day.average_risk_score },
              ]}
              form="bars"
            />
            <IncidentTable of={incidents} total={total} />
          </Panels>
        </>
      )}
    </FiguresPage>
  )
}
