import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { useSearch } from '../../address.ts'
import { ButtonLink } from '../../button.tsx'
import { useCanCall } from '../../current-user.ts'
import { Freshness } from '../../freshness.tsx'
import { NoAccess } from '../../no-access.tsx'
import { Page } from '../../page.tsx'
import { ariaKeys, shortcuts, useShortcuts } from '../../shortcuts.ts'
import { toast } from '../../toasts.ts'
import { ActionItem, ActionMenu } from '../action-menu.tsx'
import { fromScreen, useEditLocation } from '../form/edit-location.ts'
import { duplicateParameter } from '../form/values.ts'
import { useLabels } from '../labels.ts'
import { asOfParameter, readAsOf } from '../past/as-of.ts'
import { ViewAsOf } from '../past/view-as-of.tsx'
import { RecordOthers } from '../record-others.tsx'
import { RecordState } from '../record-state.tsx'
import { recordName } from '../reference.tsx'
import { useRelated } from '../related.ts'
import { RemoveAction } from '../remove-action.tsx'
import type { Resource, Row } from '../resource.ts'
import { Details } from './details.tsx'
import { History } from './history.tsx'
import { RecordPager } from './record-pager.tsx'
import { RelatedRows } from './related-rows.tsx'
import { Tabs } from './tabs.tsx'

const PastRecord = lazy(() => import('../past/past-record.tsx'))

/** The screen of one record: fields, related lists, history and actions. */
export function ShowScreen({ of }: { of: Resource }) {
  const may = useCanCall()
  const { id = '' } = useParams()
  const asOf = readAsOf(useSearchParams()[0], of)
  if (!may(of.api.show)) return <NoAccess />
  if (asOf) {
    return (
      <Suspense>
        <PastRecord key={id} of={of} id={id} asOf={asOf} />
      </Suspense>
    )
  }
  return (
    <RecordState of={of} id={id}>
      {(row, query) => <Record of={of} row={row} freshness={<Freshness of={query} shrinks />} />}
    </RecordState>
  )
}

/** Menu item that copies a text. */
function CopyItem({ text, children }: { text: string; children: string }) {
  const { t } = useTranslation('common')
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    toast({ tone: 'good', text: t('copied') })
  }
  return <ActionItem onSelect={() => void copy()}>{children}</ActionItem>
}

interface RecordProps {
  of: Resource
  row: Row
  freshness: React.ReactNode
}

function Record({ of, row, freshness }: RecordProps) {
  const { t } = useTranslation('kit')
  const labels = useLabels(of.name)
  const may = useCanCall()
  const [search, change] = useSearch()
  const navigate = useNavigate()
  const mayEdit = may(of.api.update)
  const editing = useEditLocation(of)(row.id)
  const edit = () => void navigate(editing, { state: fromScreen, preventScrollReset: true })
  useShortcuts(mayEdit ? { [shortcuts.edit.keys[0]]: edit } : {})
  const related = useRelated(of.related, row.id)
  const tabs = {
    details: { text: t('show.details') },
    ...Object.fromEntries(related.map(list => [list.name, list])),
    ...(may(activityLogs.list) && { history: { text: t('show.history') } }),
  }
  const requestedTab = search.get('tab') ?? ''
  const tab = requestedTab in tabs ? requestedTab : 'details'
  const { preview: Preview } = of
  const list = related.find(({ name }) => name === tab)

  return (
    <Page
      title={recordName(of, row)}
      lead={labels.text('one')}
      freshness={freshness}
      actions={
        <>
          <RecordOthers of={of} id={row.id} />
          <RecordPager
            key={row.id}
            of={of}
            id={row.id}
            open={({ id }) => void navigate(`${of.path}/${id}`)}
          />
          <ActionMenu>
            {mayEdit && may(of.api.create) && (
              <ActionItem to={`${of.path}/create?${duplicateParameter}=${row.id}`}>
                {t('form.duplicate')}
              </ActionItem>
            )}
            {of.listing.asOf && (
              <ViewAsOf as="item" choose={asOf => change({ [asOfParameter]: asOf, tab: null })} />
            )}
            <CopyItem text={row.id}>{t('show.copyId')}</CopyItem>
            <CopyItem text={window.location.href}>{t('show.copyLink')}</CopyItem>
            {of.actions?.(row)}
            {may(of.api.remove) && <RemoveAction of={of} row={row} />}
          </ActionMenu>
          {mayEdit && (
            <ButtonLink
              variant="main"
              to={editing}
              state={fromScreen}
              preventScrollReset
              aria-keyshortcuts={ariaKeys('edit')}
            >
              {t('edit')}
            </ButtonLink>
          )}
        </>
      }
    >
      {Object.keys(tabs).length > 1 && (
        <Tabs
          label={recordName(of, row)}
          tabs={tabs}
          chosen={tab}
          choose={tab => change({ tab: tab === 'details' ? null : tab }, { replace: true })}
        />
      )}
      {tab === 'details' && <Details of={of} row={row} labels={labels} />}
      {tab === 'details' && Preview && <Preview values={row} row={row} saved />}
      {tab === 'details' && of.below?.(row)}
      {tab === 'history' && <History of={of} row={row} />}
      {list && <RelatedRows key={list.name} related={list} id={row.id} />}
    </Page>
  )
}
