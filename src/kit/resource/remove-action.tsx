import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Button } from '../button.tsx'
import { useCanCall } from '../current-user.ts'
import { Dialog } from '../dialog.tsx'
import { toast } from '../toasts.ts'
import { ActionItem } from './action-menu.tsx'
import { useLabels } from './labels.ts'
import { recordName } from './reference.tsx'
import type { Resource, Row } from './resource.ts'
import { type RequestError, useDeleteRow, useRestoreRecord } from './rows.ts'

/** Menu item that deletes a record after confirmation. */
export function RemoveAction({ of, row }: { of: Resource; row: Row }) {
  const { t } = useTranslation(['kit', 'common'])
  const [asking, setAsking] = useState(false)
  const { mutateAsync: remove, isPending } = useDeleteRow(of)
  const labels = useLabels(of.name)
  const restoreRecord = useRestoreRecord(of)
  const canReturn = useCanCall()(of.api.restore)
  const navigate = useNavigate()
  const name = recordName(of, row)

  async function removeIt() {
    try {
      await remove(row)
      toast({
        tone: 'good',
        text: t('remove.done', { name }),
        ...(canReturn && { actions: [{ text: t('common:undo'), run: () => void restoreRecord(row) }] }),
      })
      await navigate(of.path, { replace: true })
    } catch (error) {
      const { statusCode, message } = error as RequestError
      const stale = statusCode === 412
      toast({
        tone: 'bad',
        text: t('remove.failed', { name }),
        detail: stale ? t('remove.stale', { name }) : message,
      })
      setAsking(false)
    }
  }

  return (
    <>
      <ActionItem danger onSelect={() => setAsking(true)}>
        {t('delete')}
      </ActionItem>
      {asking && (
        <Dialog
          title={t('remove.title', { what: labels.text('one') })}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button autoFocus onClick={() => setAsking(false)}>
                {t('common:cancel')}
              </Button>
              <Button variant="danger" pending={isPending} onClick={() => void removeIt()}>
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
