import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { ProofFile } from './proof-file.tsx'
import { ProofResult } from './proof-result.tsx'
import { useProof } from './use-proof.ts'

/** Proves that the activity log is as it was sealed, and hands out what proves it elsewhere. */
export function ProofDialog({ close }: { close: () => void }) {
  const { t } = useTranslation('kit')
  const { proof, start, stop } = useProof()
  return (
    <Dialog
      broad
      title={t('proof.title')}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{t('proof.close')}</Button>
          {proof.going ? (
            <Button onClick={stop}>{t('proof.stop')}</Button>
          ) : (
            <Button look="main" onClick={() => void start()}>
              {t('proof.start')}
            </Button>
          )}
        </>
      }
    >
      <p>{t('proof.text')}</p>
      <ProofResult of={proof} />
      <ProofFile />
    </Dialog>
  )
}
