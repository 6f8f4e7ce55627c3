import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { useLatestLocation } from '../../address.ts'
import { ButtonLink } from '../../button.tsx'
import { useCanCall } from '../../current-user.ts'
import { useFormat } from '../../format.ts'
import { Freshness } from '../../freshness.tsx'
import { useLocaleFormats } from '../../locale-formats.ts'
import { NoAccess } from '../../no-access.tsx'
import { Page } from '../../page.tsx'
import { ariaKeys, shortcuts, useShortcuts } from '../../shortcuts.ts'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { useSelection } from '../bulk/selection.ts'
import { withEditParameter } from '../form/edit-location.ts'
import { useLabels } from '../labels.ts'
import { useSaveListOrigin } from '../list-origin.ts'
import { PastBar } from '../past/past-bar.tsx'
import { ViewAsOf } from '../past/view-as-of.tsx'
import type { Resource } from '../resource.ts'
import type { Rows } from '../rows.ts'
import { decodeView, encodeView, isFiltered, type View } from '../view.ts'
import { clampWidth, widthsIn } from './column-layout.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { ExportMenu } from './export-menu.tsx'
import { FilterBar } from './filter-bar.tsx'
import { GroupButton } from './group-button.tsx'
import styles from './list-screen.module.css'
import { ListState, RemovedEmpty } from './list-state.tsx'
import { listStatusOf } from './list-status.ts'
import { CopyView, DeletedToggle, DensityButton, SortPicker } from './list-tools.tsx'
import { Pager } from './pager.tsx'
import { RestoreButton } from './restore-button.tsx'
import { RowTable } from './row-table.tsx'
import { type ListSettings, useListSettings } from './use-list-settings.ts'
import { useListTable } from './use-list-table.tsx'
import { ViewsMenu } from './views-menu.tsx'

const GroupedTable = lazy(async () => ({
  default: (await import('../grouped/grouped-table.tsx')).GroupedTable,
}))

interface ListScreenProps {
  of: Resource
  /** Shown above the list. */
  head?: ReactNode
}

/** The list of a resource. */
export function ListScreen(props: ListScreenProps) {
  const may = useCanCall()
  return may(props.of.api.list) ? <List {...props} /> : <NoAccess />
}

function List({ of, head }: ListScreenProps) {
  const labels = useLabels(of.name)
  const may = useCanCall()
  const { pathname } = useLocation()
  const { view, go, change, adjust } = useListView(of)
  const settings = useListSettings(of.name)
  const { preferences, prefer } = settings
  const isRedirected = useDefaultView(settings)
  const columns = useColumns(of, view, preferences.columns)
  const density = view.density ?? preferences.density
  const widths = view.widths ?? preferences.widths
  const pinned = view.pinned ?? preferences.pinned
  const section = useRef<HTMLElement>(null)
  const arrange = (part: { widths?: typeof widths; pinned?: typeof pinned }) => {
    prefer(part)
    adjust(part)
  }
  const { rows, table } = useListTable({
    of,
    view,
    columns,
    widths,
    pinned,
    labels,
    sortBy: sort => change({ sort }),
    enabled: !isRedirected,
  })
  const selecting = useSelection(view, rows)
  const selectable = !view.removed && !view.asOf && (may(of.api.updateMany) || may(of.api.removeMany))
  const isGrouped = view.groupBy !== null && !view.asOf
  const look = listStatusOf(rows, view)
  const title = labels.text(of.alias?.path === pathname ? of.alias.title : 'many')
  const navigate = useNavigate()
  const mayCreate = may(of.api.create) && !view.asOf
  useShortcuts(mayCreate ? { [shortcuts.create.keys[0]]: () => void navigate(`${of.path}/create`) } : {})
  useSaveListOrigin(of, view)

  return (
    <Page
      title={title}
      lead={<Total of={rows} view={view} />}
      freshness={<Freshness of={rows.query} shrinks={Boolean(of.list.actions)} />}
      actions={
        <>
          {!view.asOf && of.list.actions}
          {mayCreate && (
            <ButtonLink variant="main" to={`${of.path}/create`} aria-keyshortcuts={ariaKeys('create')}>
              {labels.text('create')}
            </ButtonLink>
          )}
        </>
      }
    >
      {!view.asOf && head}
      {view.asOf && (
        <PastBar kind="list" asOf={view.asOf} omitted={rows.omitted} choose={asOf => change({ asOf })} />
      )}
      <section ref={section} className={styles.list} aria-label={title}>
        <div className={styles.toolbar}>
          <FilterBar of={of} view={view} change={change} labels={labels} />
          <div className={styles.tools}>
            {of.listing.asOf && !view.asOf && (
              <ViewAsOf as="button" choose={asOf => change({ asOf, removed: false })} />
            )}
            {may(of.api.restore) && !view.asOf && (
              <DeletedToggle on={view.removed} turn={removed => change({ removed })} />
            )}
            {!view.asOf && <GroupButton of={of} view={view} change={change} labels={labels} />}
            <ColumnsMenu
              of={of}
              shown={columns}
              labels={labels}
              pinned={pinned}
              choose={columns => {
                prefer({ columns })
                adjust({ columns })
              }}
              pin={pinned => arrange({ pinned })}
              widen={(name, by) => {
                const now = section.current ? widthsIn(section.current) : {}
                const width = clampWidth((now[name] ?? table.getColumn(name)?.getSize() ?? 0) + by)
                arrange({ widths: { ...now, [name]: width } })
                return width
              }}
              reset={() => {
                const plain = { columns: null, widths: {}, pinned: [] }
                prefer(plain)
                adjust(plain)
              }}
            />
            <DensityButton
              density={density}
              choose={density => {
                prefer({ density })
                adjust({ density })
              }}
            />
            <ViewsMenu of={of} view={view} settings={settings} />
            <CopyView of={of} view={{ ...view, columns, density, widths, pinned }} />
            <ExportMenu
              of={of}
              view={view}
              columns={columns}
              chosen={selecting.selection.ids}
              title={title}
            />
            <SortPicker of={of} view={view} change={change} labels={labels} />
          </div>
        </div>
        {look === 'empty' && view.removed ? (
          <RemovedEmpty />
        ) : (
          <ListState rows={rows} look={look} labels={labels} change={change} />
        )}
        {selectable && !isGrouped && <BulkBar of={of} view={view} rows={rows} selecting={selecting} />}
        {isGrouped && look === 'rows' && (
          <Suspense fallback={null}>
            <GroupedTable
              of={of}
              view={view}
              table={table}
              density={density}
              title={title}
              labels={labels}
              onResize={widths => arrange({ widths })}
              {...(view.removed && { act: row => <RestoreButton of={of} row={row} /> })}
            />
          </Suspense>
        )}
        {((look === 'rows' && !isGrouped) || look === 'loading') && (
          <RowTable
            of={of}
            table={table}
            loading={look === 'loading'}
            turning={rows.isPlaceholder}
            density={density}
            title={title}
            onResize={widths => arrange({ widths })}
            selecting={selectable ? selecting : undefined}
            asOf={view.asOf}
            {...(view.removed && { act: row => <RestoreButton of={of} row={row} /> })}
          />
        )}
        {look === 'rows' && !isGrouped && <Pager of={of} view={view} rows={rows} go={go} />}
      </section>
    </Page>
  )
}

/** Visible columns: from the URL, else the user's preference, else the default. */
function useColumns(of: Resource, view: View, preferred: readonly string[] | null): readonly string[] {
  return useMemo(() => {
    const known = (view.columns ?? preferred ?? []).filter(name => of.fields.has(name))
    return known.length ? known : of.list.columns
  }, [of, view.columns, preferred])
}

interface TotalProps {
  of: Rows
  view: View
}

/** Number of rows; approximate where the server only estimates. */
export function Total({ of: { rows, total, estimated }, view }: TotalProps) {
  const { t } = useTranslation('kit')
  const format = useFormat()
  const wording = useLocaleFormats()
  // Reserves the line while loading.
  if (!rows) return <span aria-hidden>&nbsp;</span>
  const count = estimated ? t('list.about', { total: wording.compact(total) }) : format.number(total)
  return (
    <span className="numbers">{t(isFiltered(view) ? 'list.matching' : 'list.total', { total: count })}</span>
  )
}

/**
 * Opens a list entered by its bare URL with the user's default view.
 * @returns whether that is about to happen
 */
export function useDefaultView({ preferences, views, known }: ListSettings): boolean {
  const { search } = useLocation()
  const navigate = useNavigate()
  const latest = useLatestLocation()
  // Later, a bare URL means that the user cleared all filters.
  const isEntered = useRef(true)
  const wanted = views.find(({ id }) => id === preferences.default_view)
  useEffect(() => {
    if (!isEntered.current || (!known && search === '')) return
    isEntered.current = false
    if (search === '' && wanted?.search && latest({ isAutomatic: true })?.search === '')
      void navigate({ search: `?${wanted.search}` }, { replace: true })
  }, [known, wanted, search, navigate, latest])
  return isEntered.current && search === '' && Boolean(wanted?.search)
}

/** Adds or replaces a history entry. */
type Step = 'push' | 'replace'

/** The view in an address, ignoring the record in the edit drawer. */
const viewOf = (search: string, of: Resource) =>
  decodeView(new URLSearchParams(withEditParameter(search, null)), of)

/** The view in the URL, and functions that change it. Filters and sorting reset the page; adjusting the table does not. */
export function useListView(of: Resource) {
  const { search: address, pathname } = useLocation()
  const navigate = useNavigate()
  const latest = useLatestLocation()
  const search = withEditParameter(address, null)
  const view = useMemo(() => viewOf(search, of), [search, of])

  const go = useCallback(
    (next: View, step: Step, state?: unknown) => {
      const text = encodeView(next, of).toString()
      void navigate(
        { pathname, search: text && `?${text}` },
        { replace: step === 'replace', preventScrollReset: true, state },
      )
    },
    [navigate, of, pathname],
  )
  const merge = useCallback(
    (part: Partial<View>, step: Step) => {
      const location = latest()
      if (location) go({ ...viewOf(location.search, of), ...part }, step)
    },
    [go, latest, of],
  )
  const change = useCallback(
    (part: Partial<View>, step: Step = 'push') => merge({ page: 1, after: null, ...part }, step),
    [merge],
  )
  const adjust = useCallback((part: Partial<View>) => merge(part, 'replace'), [merge])
  return { view, go, change, adjust }
}
