import { type ReactNode, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ButtonLink } from '../../button.tsx'
import { Freshness } from '../../freshness.tsx'
import { NoAccess } from '../../no-access.tsx'
import { Page } from '../../page.tsx'
import { ariaKeys, shortcuts, useKeys } from '../../shortcuts.ts'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { useSelection } from '../bulk/selection.ts'
import { useLabels } from '../labels.ts'
import { useMay } from '../may.ts'
import type { Resource } from '../resource.ts'
import { useTrail } from '../trail.ts'
import type { View } from '../view.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { CopyView } from './copy-view.tsx'
import { DensityButton } from './density-button.tsx'
import { ExportMenu } from './export-menu.tsx'
import { FilterBar } from './filter-bar.tsx'
import styles from './list-screen.module.css'
import { ListState } from './list-state.tsx'
import { lookOf } from './look.ts'
import { Pager } from './pager.tsx'
import { RemovedEmpty } from './removed-empty.tsx'
import { RemovedSwitch } from './removed-switch.tsx'
import { RestoreButton } from './restore-button.tsx'
import { RowTable } from './row-table.tsx'
import { SortPicker } from './sort-picker.tsx'
import { Total } from './total.tsx'
import { useDefaultView } from './use-default-view.ts'
import { useListSettings } from './use-list-settings.ts'
import { useListTable } from './use-list-table.ts'
import { useView } from './use-view.ts'
import { ViewsMenu } from './views-menu.tsx'

interface ListScreenProps {
  of: Resource
  /** What stands above the list. */
  head?: ReactNode
}

/** The list of a resource. */
export function ListScreen(props: ListScreenProps) {
  const may = useMay()
  return may(props.of.api.list) ? <List {...props} /> : <NoAccess />
}

function List({ of, head }: ListScreenProps) {
  const labels = useLabels(of.name)
  const may = useMay()
  const { pathname } = useLocation()
  const { view, go, change } = useView(of)
  const settings = useListSettings(of.name)
  const { preferences, prefer } = settings
  useDefaultView(settings)
  const columns = useColumns(of, view, preferences.columns)
  const density = view.density ?? preferences.density
  const { rows, table } = useListTable({ of, view, columns, labels, sortBy: sort => change({ sort }) })
  const selecting = useSelection(view, rows)
  const selectable = !view.removed && (may(of.api.updateMany) || may(of.api.removeMany))
  const look = lookOf(rows, view)
  const title = labels.text(of.alias?.path === pathname ? of.alias.title : 'many')
  const navigate = useNavigate()
  const mayCreate = may(of.api.create)
  useKeys(mayCreate ? { [shortcuts.create.keys[0]]: () => void navigate(`${of.path}/create`) } : {})
  useTrail(of, view)

  return (
    <Page
      title={title}
      lead={<Total of={rows} view={view} />}
      freshness={<Freshness of={rows.query} />}
      actions={
        <>
          {of.list.acts}
          {mayCreate && (
            <ButtonLink look="main" to={`${of.path}/create`} aria-keyshortcuts={ariaKeys('create')}>
              {labels.text('create')}
            </ButtonLink>
          )}
        </>
      }
    >
      {head}
      <section className={styles.list} aria-label={title}>
        <div className={styles.toolbar}>
          <FilterBar of={of} view={view} change={change} labels={labels} />
          <div className={styles.tools}>
            {may(of.api.restore) && <RemovedSwitch on={view.removed} turn={removed => change({ removed })} />}
            <SortPicker of={of} view={view} change={change} labels={labels} />
            <ColumnsMenu
              of={of}
              shown={columns}
              labels={labels}
              choose={columns => {
                prefer({ columns })
                go({ ...view, columns }, 'replace')
              }}
            />
            <DensityButton
              density={density}
              choose={density => {
                prefer({ density })
                go({ ...view, density }, 'replace')
              }}
            />
            <ViewsMenu of={of} view={view} settings={settings} />
            <CopyView of={of} view={{ ...view, columns, density }} />
            <ExportMenu
              of={of}
              view={view}
              columns={columns}
              chosen={selecting.selection.ids}
              title={title}
            />
          </div>
        </div>
        {look === 'empty' && view.removed ? (
          <RemovedEmpty />
        ) : (
          <ListState rows={rows} look={look} labels={labels} change={change} />
        )}
        {selectable && <BulkBar of={of} view={view} rows={rows} selecting={selecting} />}
        {(look === 'rows' || look === 'loading') && (
          <RowTable
            of={of}
            table={table}
            loading={look === 'loading'}
            turning={rows.turning}
            density={density}
            title={title}
            selecting={selectable ? selecting : undefined}
            {...(view.removed && { act: row => <RestoreButton of={of} row={row} /> })}
          />
        )}
        {look === 'rows' && <Pager of={of} view={view} rows={rows} go={go} />}
      </section>
    </Page>
  )
}

/** The columns to show: those of the address, else the person's, else the declaration's. */
function useColumns(of: Resource, view: View, preferred: readonly string[] | null): readonly string[] {
  return useMemo(() => {
    const known = (view.columns ?? preferred ?? []).filter(name => of.fields.has(name))
    return known.length ? known : of.list.columns
  }, [of, view.columns, preferred])
}
