import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { Button } from '../../button.tsx'
import { Drawer } from '../../drawer.tsx'
import { Skeleton } from '../../skeleton.tsx'
import { useLabels } from '../labels.ts'
import { RecordOthers } from '../record-others.tsx'
import { isGoneError, RecordState } from '../record-state.tsx'
import { recordName } from '../reference.tsx'
import type { Resource, Row } from '../resource.ts'
import { useRow } from '../rows.ts'
import { RecordPager } from '../show/record-pager.tsx'
import { encodeView, type View } from '../view.ts'
import styles from './edit-drawer.module.css'
import { EditForm } from './edit-form.tsx'
import { editParameter, isFromScreen, withEditParameter } from './edit-location.ts'
import { afterSave } from './leave-guard.tsx'

/** The form of the record named in the URL, in a drawer over the list or the record. */
export function EditDrawer({ of }: { of: Resource }) {
  const { t } = useTranslation(['kit', 'common'])
  const labels = useLabels(of.name)
  const navigate = useNavigate()
  const location = useLocation()
  const shown = useParams().id
  const id = useSearchParams()[0].get(editParameter) ?? ''
  const row = useRow(of, id).data?.data
  // The drawer opens in the first frame, its form in the next.
  const isOpen = useDeferredValue(true, false)
  const below = { pathname: location.pathname, search: withEditParameter(location.search, null) }

  const close = () =>
    void (isFromScreen(location)
      ? navigate(-1)
      : navigate(below, { replace: true, preventScrollReset: true }))
  const done = () => navigate(below, { ...afterSave, preventScrollReset: true })

  /** Switches to another record, and the screen below with it. */
  function turn(row: Row, on: View) {
    const to = shown
      ? { pathname: `${of.path}/${row.id}`, search: withEditParameter(location.search, row.id) }
      : { pathname: location.pathname, search: withEditParameter(encodeView(on, of).toString(), row.id) }
    void navigate(to, { replace: true, preventScrollReset: true, state: location.state })
  }

  return (
    <Drawer
      title={row ? `${t('edit')}: ${recordName(of, row)}` : labels.text('one')}
      tools={
        row && (
          <>
            <RecordOthers of={of} id={row.id} />
            <RecordPager key={row.id} of={of} id={row.id} open={turn} />
          </>
        )
      }
      onClose={close}
    >
      <RecordState of={of} id={id} inside back={<Button onClick={close}>{t('show.back')}</Button>}>
        {(row, query) =>
          isOpen ? (
            <div className={styles.form}>
              <EditForm
                key={row.id}
                of={of}
                row={row}
                isGone={isGoneError(query.error)}
                cancel={<Button onClick={close}>{t('common:cancel')}</Button>}
                done={done}
              />
            </div>
          ) : (
            <Skeleton rows={6} />
          )
        }
      </RecordState>
    </Drawer>
  )
}
