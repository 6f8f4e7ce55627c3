import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { smallCohort } from '#contract/analytics/cohort-figures.ts'
import type { revenueCohorts } from '#contract/analytics/revenue-cohorts.ts'
import type { ReplyOf } from '#contract/kit/endpoint.ts'
import { roundToUnit } from '#contract/kit/figure.ts'
import { FigureCard } from '#kit/analytics/figure-cards.tsx'
import { Cards, Panel } from '#kit/analytics/panel.tsx'
import { useFormat } from '#kit/format.ts'
import styles from './lifetime.module.css'
import { type CohortChoices, parseMargin } from './use-cohorts.ts'

type Values = ReplyOf<typeof revenueCohorts.lifetimeValue>

/** Lifetime value of an average customer, its inputs, and what remains of it at a gross margin. */
export function Lifetime({ of, choices }: { of: Values; choices: CohortChoices }) {
  const { t } = useTranslation('cohorts')
  const format = useFormat()
  const { lifetime_value, mrr_per_customer, average_churn, lost_customers } = of
  const { filters: held, margin } = choices
  const missing =
    mrr_per_customer === null ? t('lifetime.noCustomers') : lifetime_value === null && t('lifetime.noChurn')
  const uncertain = lost_customers < smallCohort && t('lifetime.uncertain', { limit: smallCohort })
  return (
    <Panel title={t('lifetime.title')} lead={t('lifetime.lead')} wide>
      <Cards>
        <FigureCard
          figure="lifetime_value"
          value={lifetime_value}
          held={held}
          note={missing || uncertain || undefined}
        />
        <FigureCard figure="mrr_per_customer" value={mrr_per_customer} held={held} />
        <FigureCard figure="average_churn" value={average_churn} held={held} />
        <FigureCard figure="lost_customers" value={lost_customers} held={held} />
      </Cards>
      <div className={styles.margin}>
        <Margin
          value={margin}
          onChange={value => choices.set('margin', value === 100 ? '' : String(value))}
        />
        <p role="status">
          {t('lifetime.afterCosts')}{' '}
          <strong className="numbers">
            {format.money(
              lifetime_value === null ? null : roundToUnit('money', (lifetime_value * margin) / 100),
            )}
          </strong>
        </p>
      </div>
    </Panel>
  )
}

/** An input for the gross margin in percent. */
function Margin({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const { t } = useTranslation('cohorts')
  const id = useId()
  const [text, setText] = useState(String(value))
  const isInvalid = parseMargin(text) === null
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t('lifetime.margin')}</label>
      <input
        id={id}
        inputMode="decimal"
        value={text}
        aria-invalid={isInvalid}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          setText(target.value)
          const margin = parseMargin(target.value)
          if (margin !== null) onChange(margin)
        }}
      />
      <small id={`${id}-hint`} data-tone={isInvalid ? 'bad' : undefined}>
        {t('lifetime.marginHint')}
      </small>
    </div>
  )
}
