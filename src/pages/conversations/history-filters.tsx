import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { conversationLanguages, sessionStatuses, tasks } from '#contract/conversations/conversations.ts'
import { Button } from '#kit/button.tsx'
import { useCurrentUser } from '#kit/current-user.ts'
import { Form } from '#kit/form.tsx'
import { useLocaleFormats } from '#kit/locale-formats.ts'
import { Popover } from '#kit/popover.tsx'
import { Chip } from '#kit/resource/list/chip.tsx'
import menu from '#kit/resource/menu.module.css'
import styles from './conversations.module.css'
import { PersonItem, PersonName, parseUserId } from './fields.tsx'

/** Lower bounds of medium, high and critical risk. */
const risks = ['0.4', '0.6', '0.8'] as const

const choices = {
  status: sessionStatuses,
  task: tasks,
  language: conversationLanguages,
  /** Minimum value of the conversation's highest risk. */
  highest_risk_gte: risks,
} as const satisfies Record<string, readonly string[]>

const names = Object.keys(choices) as (keyof typeof choices)[]

/** Filters of the conversation history. */
type Filters = Partial<Record<keyof typeof choices | 'user_id', string>>

/** Reads filters from the URL; ignores invalid values. */
export function parseFilters(params: URLSearchParams): Filters {
  const filters: Filters = {}
  for (const name of names) {
    const value = params.get(name)
    if (value !== null && (choices[name] as readonly string[]).includes(value)) filters[name] = value
  }
  const person = params.get('user_id')
  if (person !== null && /^\d{1,9}$/.test(person)) filters.user_id = person
  return filters
}

type FilterName = keyof Filters

interface HistoryFiltersProps {
  filters: Filters
  /** @param part changed filters; `''` removes one */
  onChange: (part: Filters) => void
}

/** Labels and choices of the filters, in the order of the menu; the person has no choices. */
function useFilterOptions(): Map<
  FilterName,
  { label: string; options?: { value: string; label: string }[] }
> {
  const { t } = useTranslation('conversations')
  const { role } = useCurrentUser()
  const { byName } = useLocaleFormats()
  const languages = conversationLanguages.map(value => ({ value, label: t(`languages.${value}`) }))
  return new Map([
    ...(role === 'elderly_user' ? [] : [['user_id', { label: t('start.user') }] as const]),
    [
      'status',
      {
        label: t('filters.status'),
        options: sessionStatuses.map(value => ({ value, label: t(`status.${value}`) })),
      },
    ],
    ['task', { label: t('start.task'), options: tasks.map(value => ({ value, label: t(`task.${value}`) })) }],
    ['language', { label: t('start.language'), options: byName(languages, ({ label }) => label) }],
    [
      'highest_risk_gte',
      {
        label: t('filters.risk'),
        options: risks.map(value => ({
          value,
          label: t(`filters.risks.${value.replace('.', '_') as '0_4' | '0_6' | '0_8'}`),
        })),
      },
    ],
  ])
}

/** Filters of the conversation history as chips, with a menu that adds one. */
export function HistoryFilters({ filters, onChange }: HistoryFiltersProps) {
  const { t } = useTranslation('kit')
  const offered = useFilterOptions()
  const active = [...offered.keys()].filter(name => filters[name] !== undefined)
  return (
    <div className={styles.filters}>
      {active.map(name => {
        const { label = name, options } = offered.get(name) ?? {}
        const value = filters[name] ?? ''
        return (
          <Chip
            key={name}
            name={label}
            value={
              options ? options.find(option => option.value === value)?.label : <PersonName userId={value} />
            }
            onRemove={() => onChange({ [name]: '' })}
          >
            {close => (
              <FilterValue
                label={label}
                options={options}
                value={value}
                onChoose={chosen => {
                  onChange({ [name]: chosen })
                  close()
                }}
              />
            )}
          </Chip>
        )
      })}
      <Popover
        label={t('filter.by')}
        trigger={props => (
          <Button {...props} variant="quiet" icon={<PlusOutlined />}>
            {t('filter.add')}
          </Button>
        )}
      >
        {close => (
          <AddFilter
            offered={offered}
            filters={filters}
            onChoose={part => {
              onChange(part)
              close()
            }}
          />
        )}
      </Popover>
      {active.length > 1 && (
        <Button variant="quiet" onClick={() => onChange(Object.fromEntries(active.map(name => [name, ''])))}>
          {t('filter.clear')}
        </Button>
      )}
    </div>
  )
}

interface AddFilterProps {
  offered: ReturnType<typeof useFilterOptions>
  filters: Filters
  onChoose: (part: Filters) => void
}

/** Menu: choose a filter, then its value. */
function AddFilter({ offered, filters, onChoose }: AddFilterProps) {
  const { t } = useTranslation('kit')
  const [name, setName] = useState<FilterName>()
  const chosen = name && offered.get(name)
  if (chosen)
    return (
      <FilterValue {...chosen} value={filters[name] ?? ''} onChoose={value => onChoose({ [name]: value })} />
    )
  return (
    <>
      <div className={menu.heading}>{t('filter.by')}</div>
      <ul className={menu.options}>
        {[...offered].map(([name, { label }]) => (
          <li key={name}>
            <button type="button" className={menu.option} onClick={() => setName(name)}>
              {label}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

interface FilterValueProps {
  label: string
  /** Without them, a person is chosen. */
  options?: { value: string; label: string }[] | undefined
  value: string
  onChoose: (value: string) => void
}

/** Chooses the value of one filter. */
function FilterValue({ label, options, value, onChoose }: FilterValueProps) {
  const { t } = useTranslation(['kit', 'common'])
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => content.current?.querySelector<HTMLElement>('button, input')?.focus(), [])
  return (
    <div ref={content}>
      {options ? (
        <>
          <div className={menu.heading}>{label}</div>
          <ul className={menu.options}>
            {options.map(option => (
              <li key={option.value}>
                <button
                  type="button"
                  className={menu.option}
                  aria-pressed={option.value === value}
                  onClick={() => onChoose(option.value)}
                >
                  {option.label}
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <div className={menu.form}>
          <Form<{ person?: string }>
            layout="stack"
            failed={t('common:unexpected')}
            initial={{ person: value }}
            check={({ person = '' }) => ({
              person: person !== '' && !parseUserId(person) && t('filter.nothing'),
            })}
            send={async ({ person = '' }) => onChoose(person && String(parseUserId(person)))}
          >
            <PersonItem name="person" />
            <div className={menu.foot}>
              <Button variant="main" type="submit">
                {t('filter.apply')}
              </Button>
            </div>
          </Form>
        </div>
      )}
    </div>
  )
}
