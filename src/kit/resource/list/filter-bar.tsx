import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { Popover } from '../../popover.tsx'
import { useWording } from '../../wording.ts'
import type { Filter } from '../filter.ts'
import type { Labels } from '../labels.ts'
import type { Field, Resource } from '../resource.ts'
import { allRows, isNarrowed, type View } from '../view.ts'
import styles from './filter-bar.module.css'
import { FilterChip } from './filter-chip.tsx'
import { FilterMenu } from './filter-menu.tsx'
import { GroupsChip } from './groups-chip.tsx'
import { SearchBox } from './search-box.tsx'

interface FilterBarProps {
  of: Resource
  view: View
  change: (part: Partial<View>, step?: 'push' | 'replace') => void
  labels: Labels
}

/** What narrows the list: the search, a chip for every filter, and the way to add one. */
export function FilterBar({ of, view, change, labels }: FilterBarProps) {
  const { t } = useTranslation('kit')
  const { list } = useWording()
  const filter = (name: string, to: Filter | undefined) => {
    const { [name]: _, ...others } = view.filters
    change({ filters: to ? { ...view.filters, [name]: to } : others })
  }
  const offered = of.list.filters.flatMap(name => of.fields.get(name) ?? [])
  // A link may filter by what the menu does not offer; it is shown all the same.
  const set = Object.keys(view.filters).flatMap(name => of.fields.get(name) ?? [])

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
          labels={labels}
          change={to => filter(field.name, to)}
        />
      ))}
      <Popover
        label={t('filter.by')}
        trigger={props => (
          <Button {...props} look="quiet" icon={<PlusOutlined />}>
            {t('filter.add')}
          </Button>
        )}
      >
        {close => (
          <FilterMenu
            fields={offered}
            filters={view.filters}
            labels={labels}
            choose={(field, to) => {
              filter(field.name, to)
              close()
            }}
          />
        )}
      </Popover>
      <GroupsChip of={of} groups={view.groups} labels={labels} change={groups => change({ groups })} />
      {isNarrowed(view) && (
        <Button look="quiet" onClick={() => change(allRows)}>
          {t('filter.clear')}
        </Button>
      )}
    </search>
  )
}
