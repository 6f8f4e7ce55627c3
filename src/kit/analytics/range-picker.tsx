import CalendarOutlined from '@ant-design/icons/CalendarOutlined'
import SwapOutlined from '@ant-design/icons/SwapOutlined'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { firstDay, isValidRange, lastDay, lastSelectableDay, type RangeName } from '#contract/kit/period.ts'
import { Button } from '../button.tsx'
import { useCurrentUser } from '../current-user.ts'
import { DaysInput } from '../date-input.tsx'
import { Popover } from '../popover.tsx'
import { Segmented } from '../segmented.tsx'
import styles from './range-picker.module.css'
import type { Days, Range } from './use-range.ts'

/** Selects a time range by name or by days, and whether to compare with the previous one. */
export function RangePicker<Name extends RangeName>({ of }: { of: Range<Name> }) {
  const { t } = useTranslation('analytics')
  const long = (name: RangeName) => t(`range.long.${name}`)
  const short = (name: RangeName) => t(`range.short.${name}`)
  return (
    <div className={styles.picker}>
      <Segmented
        label={t('range.label')}
        options={of.names.map(name => ({ value: name, text: short(name), long: long(name) }))}
        value={of.days ? null : of.name}
        onChange={of.choose}
      >
        <Popover
          label={t('range.custom')}
          trigger={props => (
            <button
              type="button"
              {...props}
              aria-pressed={of.days !== null}
              aria-label={
                of.days ? `${t('range.days', { ...of.days })}: ${t('range.custom')}` : t('range.custom')
              }
              data-tooltip={t('range.custom')}
            >
              <CalendarOutlined aria-hidden />
              {of.days && <span className="numbers">{t('range.days', { ...of.days })}</span>}
            </button>
          )}
        >
          {close => (
            <DaysForm
              days={of.days}
              onChoose={days => {
                of.choose(days)
                close()
              }}
            />
          )}
        </Popover>
      </Segmented>
      <button
        type="button"
        className={styles.compare}
        aria-pressed={of.compared}
        onClick={() => of.compare(!of.compared)}
      >
        <SwapOutlined aria-hidden />
        {t('range.compare')}
      </button>
    </div>
  )
}

function DaysForm({ days, onChoose }: { days: Days | null; onChoose: (days: Days) => void }) {
  const { t } = useTranslation('analytics')
  const id = useId()
  const { time_zone: timeZone } = useCurrentUser().organization
  const ids = { from: `${id}-from`, to: `${id}-to` }
  const [{ from, to }, setChosen] = useState<Days>(days ?? { from: '', to: '' })
  return (
    <form
      className={styles.days}
      onSubmit={event => {
        event.preventDefault()
        if (isValidRange(from, to)) onChoose({ from, to })
      }}
    >
      <div className={styles.labels}>
        <label htmlFor={ids.from}>{t('range.from')}</label>
        <label htmlFor={ids.to}>{t('range.to')}</label>
      </div>
      <DaysInput
        ids={ids}
        from={from}
        to={to}
        min={firstDay}
        max={from && !to ? lastSelectableDay(from) : lastDay}
        timeZone={timeZone}
        presets={{
          thisMonth: t('range.thisMonth'),
          lastMonth: t('range.lastMonth'),
          thisYear: t('range.thisYear'),
        }}
        onChange={setChosen}
      />
      <Button variant="main" type="submit" disabled={!isValidRange(from, to)}>
        {t('range.apply')}
      </Button>
    </form>
  )
}
