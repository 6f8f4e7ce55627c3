import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { people } from '#contract/people/people.ts'
import { Button } from '../button.tsx'
import { call, errorDetail } from '../call.ts'
import { useCanCall } from '../current-user.ts'
import { Dialog } from '../dialog.tsx'
import { ActionItem } from '../resource/action-menu.tsx'
import { toast } from '../toasts.ts'

/** Menu item that removes the second factor and the passkeys of a user who lost them, after confirmation. */
export function ResetSecondFactor({ of: { id, name } }: { of: { id: string; name: string } }) {
  const { t } = useTranslation(['kit', 'common'])
  const [asking, setAsking] = useState(false)
  const [pending, setPending] = useState(false)
  if (!useCanCall()(people.resetSecondFactor)) return null

  async function reset() {
    setPending(true)
    try {
      await call(people.resetSecondFactor, { params: { id } })
      toast({ tone: 'good', text: t('secondFactor.done', { name }) })
    } catch (error) {
      toast({ tone: 'bad', text: t('secondFactor.failed', { name }), detail: errorDetail(error) })
    } finally {
      setPending(false)
      setAsking(false)
    }
  }

  return (
    <>
      <ActionItem onSelect={() => setAsking(true)}>{t('secondFactor.act')}</ActionItem>
      {asking && (
        <Dialog
          title={t('secondFactor.title')}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button autoFocus onClick={() => setAsking(false)}>
                {t('common:cancel')}
              </Button>
              <Button variant="danger" pending={pending} onClick={() => void reset()}>
                {t('secondFactor.act')}
              </Button>
            </>
          }
        >
          {t('secondFactor.text', { name })}
        </Dialog>
      )}
    </>
  )
}
