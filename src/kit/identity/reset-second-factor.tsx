import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { people } from '#contract/people/people.ts'
import { Button } from '../button.tsx'
import { call, reasonOf } from '../call.ts'
import { Dialog } from '../dialog.tsx'
import { useMay } from '../resource/may.ts'
import { say } from '../toasts.ts'

/** Takes the second factor and the passkeys from somebody who lost them, once that is confirmed. */
export function ResetSecondFactor({ of: { id, name } }: { of: { id: string; name: string } }) {
  const { t } = useTranslation(['kit', 'common'])
  const [asking, setAsking] = useState(false)
  const [pending, setPending] = useState(false)
  if (!useMay()(people.resetSecondFactor)) return null

  async function reset() {
    setPending(true)
    try {
      await call(people.resetSecondFactor, { params: { id } })
      say({ tone: 'good', text: t('secondFactor.done', { name }) })
    } catch (error) {
      say({ tone: 'bad', text: t('secondFactor.failed', { name }), detail: reasonOf(error) })
    } finally {
      setPending(false)
      setAsking(false)
    }
  }

  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('secondFactor.act')}</Button>
      {asking && (
        <Dialog
          title={t('secondFactor.title')}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button autoFocus onClick={() => setAsking(false)}>
                {t('common:cancel')}
              </Button>
              <Button look="danger" pending={pending} onClick={() => void reset()}>
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
