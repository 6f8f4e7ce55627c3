import CloseOutlined from '@ant-design/icons/CloseOutlined'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { useCanCall } from '../../current-user.ts'
import { useFormat } from '../../format.ts'
import type { Resource } from '../resource.ts'
import type { Rows } from '../rows.ts'
import type { View } from '../view.ts'
import styles from './bulk-bar.module.css'
import type { SelectionControls } from './selection.ts'

const ChangeDialog = lazy(async () => ({ default: (await import('./change-dialog.tsx')).ChangeDialog }))
const RemoveDialog = lazy(async () => ({ default: (await import('./remove-dialog.tsx')).RemoveDialog }))

interface BulkBarProps {
  of: Resource
  view: View
  rows: Rows
  selecting: SelectionControls
}

/** Bulk actions for the selected rows. */
export function BulkBar({ of, view, rows, selecting }: BulkBarProps) {
  const { t } = useTranslation('bulk')
  const format = useFormat()
  const may = useCanCall()
  const [asking, setAsking] = useState<'status' | 'edit' | 'remove'>()
  const { selection, count } = selecting
  if (count === 0) return null
  const { updateMany, removeMany } = of.api
  const fields = Object.keys(updateMany?.patch?.shape ?? {})
  const act = (name: typeof asking, text: string, look: 'plain' | 'danger' = 'plain'): ReactNode => (
    <Button variant={look} onClick={() => setAsking(name)}>
      {text}
    </Button>
  )
  const dialog = { of, view, selecting, close: () => setAsking(undefined) }

  return (
    <section className={styles.bar} aria-label={t('select.bar')}>
      <span className={`${styles.count} numbers`} role="status">
        {t(selection.all ? 'select.all' : 'select.count', { count })}
      </span>
      {!selection.all && rows.total > count && (
        <button type="button" className={styles.matching} onClick={selecting.selectAll}>
          {t('select.matching', { total: format.number(rows.total) })}
        </button>
      )}
      <span className={styles.actions}>
        {may(updateMany) && fields.includes('status') && act('status', t('status'))}
        {may(updateMany) && fields.some(name => name !== 'status') && act('edit', t('edit'))}
        {may(removeMany) && act('remove', t('delete'), 'danger')}
        <Button
          variant="quiet"
          icon={<CloseOutlined />}
          aria-label={t('select.clear')}
          title={t('select.clear')}
          onClick={selecting.clear}
        />
      </span>
      <Suspense>
        {asking === 'remove' && <RemoveDialog {...dialog} />}
        {(asking === 'status' || asking === 'edit') && (
          <ChangeDialog {...dialog} first={asking === 'status' ? 'status' : undefined} />
        )}
      </Suspense>
    </section>
  )
}
