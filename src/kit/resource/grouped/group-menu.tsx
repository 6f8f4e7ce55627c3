import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { encodeGroupBy, type GroupBy, groupFields, groupPeriods, hasPeriods } from '../group-by.ts'
import type { Labels } from '../labels.ts'
import menu from '../menu.module.css'
import type { Resource } from '../resource.ts'

interface GroupMenuProps {
  of: Resource
  chosen: GroupBy | null
  labels: Labels
  choose: (groupBy: GroupBy | null) => void
}

/** The fields, and the periods of days and instants, by which rows can be grouped. */
export function GroupMenu({ of, chosen, labels, choose }: GroupMenuProps) {
  const { t } = useTranslation('lists')
  const offered = groupFields(of).flatMap((field): { groupBy: GroupBy; label: string }[] => {
    const label = labels.field(field.name)
    if (!hasPeriods(field)) return [{ groupBy: { field: field.name, period: null }, label }]
    return groupPeriods.map(period => ({
      groupBy: { field: field.name, period },
      label: t(`by.${period}`, { field: label }),
    }))
  })
  const isChosen = (groupBy: GroupBy) => chosen !== null && encodeGroupBy(chosen) === encodeGroupBy(groupBy)
  const options = useRef<HTMLDivElement>(null)
  useEffect(() => options.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus(), [])
  return (
    <fieldset className={menu.choices}>
      <legend className={menu.heading}>{t('groupBy')}</legend>
      <div ref={options} className={menu.options}>
        {[{ groupBy: null, label: t('none') }, ...offered].map(({ groupBy, label }) => (
          <button
            key={label}
            type="button"
            className={menu.option}
            aria-pressed={groupBy === null ? chosen === null : isChosen(groupBy)}
            onClick={() => choose(groupBy)}
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
