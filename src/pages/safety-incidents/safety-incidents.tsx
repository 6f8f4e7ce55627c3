import { useTranslation } from 'react-i18next'
import { safetyRanges } from '#contract/safety-incidents.ts'
import { DayChart } from '#kit/analytics/day-chart.tsx'
import { FigureCard } from '#kit/analytics/figure-card.tsx'
import { Cards, Panels } from '#kit/analytics/panel.tsx'
import { PeriodText } from '#kit/analytics/period-text.tsx'
import { previousOf } from '#kit/analytics/previous.ts'
import { RangePicker } from '#kit/analytics/range-picker.tsx'
import { byName, useRange } from '#kit/analytics/use-range.ts'
import { Freshness } from '#kit/freshness.tsx'
import { Page } from '#kit/page.tsx'
import { Reading } from '#kit/reading.tsx'
import { Skeleton } from '#kit/skeleton.tsx'
import { IncidentPanel } from './incident-panel.tsx'
import { IncidentTable } from './incident-table.tsx'
import { RiskLevels } from './risk-levels.tsx'
import { SafetyFigures } from './safety-figures.tsx'
import { useSafety } from './use-safety.ts'

const cards = [
  'high_risk_conversations',
  'medium_risk_conversations',
  'emergency_contexts',
  'distressed_conversations',
] as const

/** Safety Incidents: what the safety watch found in conversations. */
export function Component() {
  const { t } = useTranslation(['safety', 'navigation'])
  const range = useRange(safetyRanges, '30d')
  const { reading, before } = useSafety(range)
  const was = previousOf(before)
  return (
    <Page
      title={t('navigation:screens.safetyIncidents')}
      lead={t('lead')}
      freshness={<Freshness of={reading} />}
      range={<RangePicker of={range} />}
    >
      <SafetyFigures time={byName(range)}>
        <Reading of={reading} failed={t('failed')} skeleton={<Skeleton rows={6} height={112} />}>
          {({ summary, incidents, total, distribution, timeline }) => (
            <>
              <PeriodText of={summary.period} />
              <section aria-labelledby="summary">
                <h2 id="summary" className="spoken">
                  {t('summary')}
                </h2>
                <Cards>
                  {cards.map(figure => (
                    <FigureCard
                      key={figure}
                      figure={figure}
                      value={summary[figure]}
                      previous={was(figure)}
                      good="less"
                      note={t(`notes.${figure}`)}
                    />
                  ))}
                </Cards>
              </section>
              <Panels>
                <RiskLevels of={distribution} />
                <DayChart
                  title={t('timeline')}
                  lead={t('timelineLead')}
                  period={summary.period}
                  days={timeline}
                  series={[
                    { figure: 'incidents', tone: 'serious', of: day => day.incident_count },
                    { figure: 'average_risk', of: day => day.average_risk_score },
                  ]}
                  as="bars"
                />
                <IncidentTable of={incidents} total={total} />
              </Panels>
            </>
          )}
        </Reading>
      </SafetyFigures>
      <IncidentPanel />
    </Page>
  )
}
