import { ConfigProvider } from 'antd'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { Button } from '../../button.tsx'
import { Drawer } from '../../drawer.tsx'
import { useLabels } from '../labels.ts'
import { RecordState } from '../record-state.tsx'
import { nameIn } from '../reference.tsx'
import type { Resource, Row } from '../resource.ts'
import { useRow } from '../rows.ts'
import { Neighbours } from '../show/neighbours.tsx'
import { encodeView, type View } from '../view.ts'
import styles from './edit-drawer.module.css'
import { EditForm } from './edit-form.tsx'
import { editOf, isFromScreen, withEdited } from './edit-place.ts'
import { onceSaved } from './use-leave-guard.ts'

/** Whatever lies open in front of the form, such as a list of choices, is what Escape closes first. */
function closeFrontFirst(event: KeyboardEvent) {
  if (event.key === 'Escape' && (event.target as Element).closest('[aria-expanded="true"]'))
    event.preventDefault()
}

/** The form of the record that the address names, over a list or over the record itself. */
export function EditDrawer({ of }: { of: Resource }) {
  const { t } = useTranslation(['kit', 'common'])
  const labels = useLabels(of.name)
  const navigate = useNavigate()
  const location = useLocation()
  const shown = useParams().id
  const id = useSearchParams()[0].get(editOf) ?? ''
  const row = useRow(of, id).data?.data
  const below = { pathname: location.pathname, search: withEdited(location.search, null) }

  const close = () =>
    void (isFromScreen(location)
      ? navigate(-1)
      : navigate(below, { replace: true, preventScrollReset: true }))
  const done = () => navigate(below, { ...onceSaved, preventScrollReset: true })

  /** Turns to another record, and the screen below with it. */
  function turn(row: Row, on: View) {
    const to = shown
      ? { pathname: `${of.path}/${row.id}`, search: withEdited(location.search, row.id) }
      : { pathname: location.pathname, search: withEdited(encodeView(on, of).toString(), row.id) }
    void navigate(to, { replace: true, preventScrollReset: true, state: location.state })
  }

  return (
    <Drawer
      title={row ? `${t('edit')}: ${nameIn(of, row)}` : labels.text('one')}
      tools={row && <Neighbours key={row.id} of={of} id={row.id} open={turn} />}
      onClose={close}
    >
      <ConfigProvider getPopupContainer={node => node?.closest('dialog') ?? document.body}>
        <RecordState of={of} id={id} inside back={<Button onClick={close}>{t('show.back')}</Button>}>
          {row => (
            <div className={styles.form} onKeyDownCapture={closeFrontFirst}>
              <EditForm
                key={row.id}
                of={of}
                read={row}
                cancel={<Button onClick={close}>{t('common:cancel')}</Button>}
                done={done}
              />
            </div>
          )}
        </RecordState>
      </ConfigProvider>
    </Drawer>
  )
}
