import { useTranslation } from 'react-i18next'
import { smallCohort } from '#contract/analytics/cohort-figures.ts'
import { revenueCohorts } from '#contract/analytics/revenue-cohorts.ts'
import { PlanId } from '#contract/billing/plans.ts'
import { Region } from '#contract/kit/fields.ts'
import { PeriodText } from '#kit/analytics/figures-page.tsx'
import { Panel } from '#kit/analytics/panel.tsx'
import { Freshness } from '#kit/freshness.tsx'
import { Page } from '#kit/page.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { Segmented } from '#kit/segmented.tsx'
import { Select } from '#kit/select.tsx'
import { Skeleton } from '#kit/skeleton.tsx'
import { useCall } from '#kit/use-call.ts'
import { CohortFigures } from './cohort-figures.tsx'
import { figuresOf, fileRows, type Retention, tableOf } from './cohort-table.ts'
import { ExportButton } from './export.tsx'
import styles from './grid.module.css'
import { CohortGrid } from './grid.tsx'
import { Lifetime } from './lifetime.tsx'
import { type CohortChoices, measures, monthChoices, units, useCohortChoices } from './use-cohorts.ts'

/** Poll interval: cohorts change by the day. */
const refetchIntervalMs = 300_000

/** Revenue Cohorts: retention by month of the first payment, and the lifetime value of a customer. */
export function Component() {
  const { t } = useTranslation(['cohorts', 'navigation', 'revenue'])
  const choices = useCohortChoices()
  const query = { ...choices.filters, months: choices.months } as never
  const retention = useCall(revenueCohorts.retention, { query }, { refetchIntervalMs })
  const lifetime = useCall(revenueCohorts.lifetimeValue, { query }, { refetchIntervalMs })
  return (
    <Page
      title={t('navigation:screens.revenueCohorts')}
      lead={t('lead')}
      freshness={<Freshness of={retention} />}
      range={<Filters of={choices} />}
    >
      <QueryState of={retention} failed={t('failed')} skeleton={<Skeleton rows={8} height={80} />}>
        {data => (
          <CohortFigures time={{ from: data.from, to: data.to }}>
            <PeriodText of={data.period} />
            <RetentionPanel of={data} choices={choices} />
            <QueryState of={lifetime} failed={t('failed')} skeleton={<Skeleton rows={2} height={112} />}>
              {values => <Lifetime of={values} choices={choices} />}
            </QueryState>
          </CohortFigures>
        )}
      </QueryState>
    </Page>
  )
}

/** Which customers are shown: by plan at the start, region, and how far back they started. */
function Filters({ of: { plan, region, months, set } }: { of: CohortChoices }) {
  const { t } = useTranslation(['cohorts', 'revenue'])
  return (
    <div className={styles.filters}>
      <div>
        <Select
          label={t('facets.plan')}
          value={plan ?? ''}
          options={[
            { value: '', label: t('allPlans') },
            ...PlanId.options.map(value => ({ value, label: t(`revenue:plan.${value}`) })),
          ]}
          onChange={value => set('plan', value)}
        />
      </div>
      <div>
        <Select
          label={t('facets.region')}
          value={region ?? ''}
          options={[
            { value: '', label: t('allRegions') },
            ...Region.options.map(value => ({ value, label: t(`revenue:region.${value}`) })),
          ]}
          onChange={value => set('region', value)}
        />
      </div>
      <div>
        <Select
          label={t('span')}
          value={months}
          options={monthChoices.map(value => ({ value, label: t('months', { count: Number(value) }) }))}
          onChange={value => set('months', value)}
        />
      </div>
    </div>
  )
}

function RetentionPanel({ of, choices }: { of: Retention; choices: CohortChoices }) {
  const { t } = useTranslation('cohorts')
  const { measure, unit, filters, set } = choices
  const rows = tableOf(of, choices, filters)
  const figures = figuresOf(measure, unit)
  const title = t('retention')
  const size = t(figures.size === 'cohort_mrr' ? 'sizeMrr' : 'sizeCustomers')
  return (
    <Panel
      title={title}
      lead={t(`leads.${measure}`)}
      wide
      tools={
        rows.length > 0 && (
          <ExportButton
            name={`${title} – ${t(`figures.${figures.cell}.title`)}`}
            rows={fileRows(rows, { cohort: t('cohort'), size, all: t('all'), running: t('runningAge') })}
          />
        )
      }
    >
      <div className={styles.tools}>
        <Segmented
          label={t('measure')}
          options={measures.map(value => ({ value, text: t(`measures.${value}`) }))}
          value={measure}
          onChange={value => set('measure', value)}
        />
        {measure !== 'paid' && (
          <Segmented
            label={t('unit')}
            options={units.map(value => ({ value, text: t(`units.${value}`) }))}
            value={unit}
            onChange={value => set('unit', value)}
          />
        )}
      </div>
      {rows.length === 0 ? (
        <p>{t('empty')}</p>
      ) : (
        <>
          <CohortGrid rows={rows} label={`${title}: ${t(`figures.${figures.cell}.title`)}`} size={size} />
          <p className={styles.legend}>
            <span>
              <span className={styles.swatch} aria-hidden />
              {t('legend.running')}
            </span>
            <span>
              <em>{t('small', { limit: smallCohort })}</em>: {t('legend.small')}
            </span>
            <span>{t('legend.all')}</span>
          </p>
        </>
      )}
    </Panel>
  )
}
