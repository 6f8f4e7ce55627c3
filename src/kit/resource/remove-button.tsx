import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { say } from '../toasts.ts'
import { useLabels } from './labels.ts'
import { useMay } from './may.ts'
import { nameIn } from './reference.tsx'
import type { Resource, Row } from './resource.ts'
import { type Failure, useRemove } from './rows.ts'
import { usePutBack } from './use-put-back.ts'

/** Deletes a record, once the person has confirmed its name. */
export function RemoveButton({ of, row }: { of: Resource; row: Row }) {
  const { t } = useTranslation(['kit', 'common'])
  const [asking, setAsking] = useState(false)
  const { mutateAsync: remove, isPending } = useRemove(of)
  const labels = useLabels(of.name)
  const putBack = usePutBack(of)
  const canReturn = useMay()(of.api.restore)
  const navigate = useNavigate()
  const name = nameIn(of, row)

  async function removeIt() {
    try {
      await remove(row)
      say({
        tone: 'good',
        text: t('remove.done', { name }),
        ...(canReturn && { action: { text: t('common:undo'), run: () => void putBack(row) } }),
      })
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
                {t('common:cancel')}
              </Button>
              <Button look="danger" pending={isPending} onClick={() => void removeIt()}>
                {t('delete')}
              </Button>
            </>
          }
        >
          {t(canReturn ? 'remove.textReturnable' : 'remove.text', { name })}
        </Dialog>
      )}
    </>
  )
}
