import FilterOutlined from '@ant-design/icons/FilterOutlined'
import MessageOutlined from '@ant-design/icons/MessageOutlined'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { useLocaleFormats } from '../../locale-formats.ts'
import { Popover } from '../../popover.tsx'
import type { Filter, ListOfField } from '../filter.ts'
import type { Labels } from '../labels.ts'
import type { Field, Resource } from '../resource.ts'
import { isFiltered, unfiltered, type View } from '../view.ts'
import { Chip } from './chip.tsx'
import styles from './filter-bar.module.css'
import { FilterText } from './filter-text.tsx'
import { GroupsChip } from './groups-chip.tsx'
import { SearchBox } from './search-box.tsx'

const FilterEditor = lazy(async () => ({ default: (await import('./filter-editor.tsx')).FilterEditor }))
const FilterMenu = lazy(async () => ({ default: (await import('./filter-menu.tsx')).FilterMenu }))
const PhraseForm = lazy(async () => ({ default: (await import('../phrase/phrase-form.tsx')).PhraseForm }))

interface FilterBarProps {
  of: Resource
  view: View
  change: (part: Partial<View>, step?: 'push' | 'replace') => void
  labels: Labels
}

/** Search, filter chips and the menu that adds filters. */
export function FilterBar({ of, view, change, labels }: FilterBarProps) {
  const { t } = useTranslation('kit')
  const { list } = useLocaleFormats()
  const filter = (name: string, to: Filter | undefined) => {
    const { [name]: _, ...others } = view.filters
    change({ filters: to ? { ...view.filters, [name]: to } : others })
  }
  const offered = of.list.filters.flatMap(name => of.filterFields.get(name) ?? [])
  // A link may contain filters that the menu does not offer.
  const set = Object.keys(view.filters).flatMap(name => of.filterFields.get(name) ?? [])

  return (
    <search className={styles.bar}>
      {of.listing.search.length > 0 && (
        <SearchBox
          value={view.q}
          label={t('list.searchIn', { fields: list(of.listing.search.map(labels.field)) })}
          search={q => change({ q }, 'replace')}
        />
      )}
      {set.map((field: Field) => (
        <FilterChip
          key={field.name}
          field={field}
          filter={view.filters[field.name] as Filter}
          list={{ of, view }}
          labels={labels}
          change={to => filter(field.name, to)}
        />
      ))}
      <Popover
        label={t('filter.by')}
        trigger={props => (
          <Button {...props} variant="quiet" icon={<FilterOutlined />} shrinks>
            {t('filter.add')}
          </Button>
        )}
      >
        {close => (
          <Suspense fallback={null}>
            <FilterMenu
              fields={offered}
              filters={view.filters}
              list={{ of, view }}
              labels={labels}
              choose={(field, to) => {
                close()
                afterPaint(() => filter(field.name, to))
              }}
            />
          </Suspense>
        )}
      </Popover>
      <Popover
        label={t('filter.sentence')}
        trigger={props => (
          <Button {...props} variant="quiet" icon={<MessageOutlined />} shrinks>
            {t('filter.sentence')}
          </Button>
        )}
      >
        {close => (
          <Suspense fallback={null}>
            <PhraseForm
              of={of}
              labels={labels}
              apply={filters => {
                close()
                afterPaint(() => change({ filters: { ...view.filters, ...filters } }))
              }}
            />
          </Suspense>
        )}
      </Popover>
      <GroupsChip of={of} groups={view.groups} labels={labels} change={groups => change({ groups })} />
      {/* Not for a search, which has its own button: rows would move just as one of them is clicked. */}
      {isFiltered({ ...view, q: '' }) && (
        <Button variant="quiet" onClick={() => change(unfiltered)}>
          {t('filter.clear')}
        </Button>
      )}
    </search>
  )
}

interface FilterChipProps {
  field: Field
  filter: Filter
  list: Omit<ListOfField, 'field'>
  labels: Labels
  change: (to: Filter | undefined) => void
}

/** The chip of a record's field. */
function FilterChip({ field, filter, list, labels, change }: FilterChipProps) {
  return (
    <Chip
      name={labels.field(field.name)}
      value={<FilterText field={field} filter={filter} labels={labels} />}
      onRemove={() => change(undefined)}
    >
      {close => (
        <Suspense fallback={null}>
          <FilterEditor
            field={field}
            filter={filter}
            list={list}
            labels={labels}
            apply={to => {
              close()
              afterPaint(() => change(to))
            }}
          />
        </Suspense>
      )}
    </Chip>
  )
}

/**
 * Does work that takes long once the browser has painted the response to a click; at once in a hidden tab, which is not
 * painted.
 */
function afterPaint(work: () => void): void {
  if (document.hidden) work()
  else requestAnimationFrame(() => setTimeout(work))
}
