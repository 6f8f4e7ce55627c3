import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { say } from '../toasts.ts'
import { useLabels } from './labels.ts'
import { nameIn } from './reference.tsx'
import type { Resource, Row } from './resource.ts'
import { type Failure, useRemove } from './rows.ts'

/** Deletes a record, once the person has confirmed its name. */
export function RemoveButton({ of, row }: { of: Resource; row: Row }) {
  const { t } = useTranslation('kit')
  const [asking, setAsking] = useState(false)
  const { mutateAsync: remove, isPending } = useRemove(of)
  const labels = useLabels(of.name)
  const navigate = useNavigate()
  const name = nameIn(of, row)

  async function removeIt() {
    try {
      await remove(row)
      say({ tone: 'good', text: t('remove.done', { name }) })
      await navigate(of.path, { replace: true })
    } catch (error) {
      const { statusCode, message } = error as Failure
      const stale = statusCode === 412
      say({
        tone: 'bad',
        text: t('remove.failed', { name }),
        detail: stale ? t('remove.stale', { name }) : message,
      })
      setAsking(false)
    }
  }

  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {t('delete')}
      </Button>
      {asking && (
        <Dialog
          title={t('remove.title', { what: labels.text('one') })}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button autoFocus onClick={() => setAsking(false)}>
                {t('cancel')}
              </Button>
              <Button look="danger" pending={isPending} onClick={() => void removeIt()}>
                {t('delete')}
              </Button>
            </>
          }
        >
          {t('remove.text', { name })}
        </Dialog>
      )}
    </>
  )
}
