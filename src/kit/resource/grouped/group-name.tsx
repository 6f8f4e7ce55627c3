import { useTranslation } from 'react-i18next'
import type { GroupPeriod, RowGroup } from '#contract/kit/row-groups.ts'
import { useFormat, useLocale } from '../../format.ts'
import { money } from '../field-views.tsx'
import type { Labels } from '../labels.ts'
import { Reference } from '../reference.tsx'
import type { Field } from '../resource.ts'
import { Value } from '../value.tsx'
import type { GroupedList } from './group-queries.ts'
import grouped from './grouped.module.css'

interface GroupNameProps {
  list: GroupedList
  value: string | null
  labels: Labels
}

/** What the rows of a group have in common. */
export function GroupName({ list: { of, view }, value, labels }: GroupNameProps) {
  const { t } = useTranslation('lists')
  const { field: name, period } = view.groupBy
  const field = of.fields.get(name)
  if (value === null || !field)
    return <span className={grouped.label}>{t('without', { field: labels.field(name) })}</span>
  return (
    <span className={grouped.label}>
      {period ? (
        <Period day={value} period={period} />
      ) : (
        <Plain field={field} value={value} labels={labels} />
      )}
    </span>
  )
}

/** Without the field's own view, which may draw on other fields of a record. */
function Plain({ field, value, labels }: { field: Field; value: string; labels: Labels }) {
  if (field.reference) return <Reference resource={field.reference} id={value} />
  return <bdi>{labels.option(field.name, value)}</bdi>
}

/** A day, a week by its first day, or a month; the days are calendar days without a time zone. */
function Period({ day, period }: { day: string; period: GroupPeriod }) {
  const { t } = useTranslation('lists')
  const locale = useLocale()
  const date = new Date(`${day}T12:00:00Z`)
  const written = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(date)
  if (period === 'month') return written({ month: 'long', year: 'numeric' })
  const text = written({
    weekday: period === 'day' ? 'long' : undefined,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  return period === 'week' ? t('weekOf', { day: text }) : text
}

interface SummaryProps {
  field: Field
  group: RowGroup
  labels: Labels
}

/** Sum and average of a number with its unit, or the first and last of days and instants. */
export function Summary({ field, group, labels }: SummaryProps) {
  const { t } = useTranslation('lists')
  const format = useFormat()
  const measure = group.measures[field.name]
  const range = group.ranges[field.name]
  const day = (text: string) => (text.length === 10 ? format.date(`${text}T12:00:00Z`) : format.date(text))
  if (range?.from && range.to) {
    const [from, to] = [day(range.from), day(range.to)]
    return <span className={grouped.summary}>{from === to ? from : t('range', { from, to })}</span>
  }
  if (!measure || measure.average === null) return null
  const isMoney = field.view.show === money.show
  const plain = { ...field, view: {} }
  const shown = (value: number) =>
    isMoney ? (
      format.money(value)
    ) : (
      <Value field={plain} value={Math.round(value * 100) / 100} labels={labels} />
    )
  return (
    <span className={grouped.summary}>
      {measure.sum !== null && (
        <span className={grouped.measure}>
          <span className={grouped.kind}>{t('sum')}</span> {shown(measure.sum)}
        </span>
      )}
      <span className={grouped.measure}>
        <span className={grouped.kind}>{t('average')}</span> {shown(measure.average)}
      </span>
    </span>
  )
}
