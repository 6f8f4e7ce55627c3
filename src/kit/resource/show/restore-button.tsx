import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { Dialog } from '../../dialog.tsx'
import { say } from '../../toasts.ts'
import type { Change } from '../changes.ts'
import { ChangesTable } from '../changes-table.tsx'
import { nameIn } from '../reference.tsx'
import type { Resource, Row } from '../resource.ts'
import { type Failure, useUpdateRow } from '../rows.ts'

interface RestoreButtonProps {
  of: Resource
  row: Row
  /** The activity log of the act after which the record was as it is to be again. */
  log: string
  /** What has to change for that. */
  changes: readonly Change[]
}

/** Brings a record back to an earlier version, once the person has seen what that changes. */
export function RestoreButton({ of, row, log, changes }: RestoreButtonProps) {
  const { t } = useTranslation(['kit', 'common'])
  const [asking, setAsking] = useState(false)
  const { restore, pending } = useUpdateRow(of)
  const name = nameIn(of, row)

  async function bringBack() {
    const values = Object.fromEntries(changes.map(({ field, after }) => [field, after]))
    try {
      await restore(row, values, log)
      say({ tone: 'good', text: t('earlier.done', { name }) })
    } catch (error) {
      const { statusCode, message } = error as Failure
      say({
        tone: 'bad',
        text: t('earlier.failed', { name }),
        detail: statusCode === 412 ? t('earlier.stale', { name }) : message,
      })
    }
    setAsking(false)
  }

  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('earlier.ask')}</Button>
      {asking && (
        <Dialog
          broad
          title={t('earlier.title')}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button autoFocus onClick={() => setAsking(false)}>
                {t('common:cancel')}
              </Button>
              <Button look="main" pending={pending} onClick={() => void bringBack()}>
                {t('earlier.do')}
              </Button>
            </>
          }
        >
          <p>{t('earlier.text', { name })}</p>
          <ChangesTable changes={changes} of={of} />
        </Dialog>
      )}
    </>
  )
}
