import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { CopyButton } from '../../copy-button.tsx'
import { Dialog } from '../../dialog.tsx'
import { useLabels } from '../labels.ts'
import type { Resource, Row } from '../resource.ts'

interface RevealedSecretProps {
  of: Resource
  /** The response to the creation, the only one that contains the secret. */
  row: Row
  onKept: () => void
}

/** Shows the secret of a new record, to be kept by the user. */
export function RevealedSecret({ of, row, onKept }: RevealedSecretProps) {
  const { t } = useTranslation('kit')
  const labels = useLabels(of.name)
  if (!of.reveals) return null
  const secret = String(row[of.reveals])
  return (
    <Dialog
      title={labels.text('revealed')}
      onClose={onKept}
      actions={
        <Button variant="main" onClick={onKept}>
          {t('form.kept')}
        </Button>
      }
    >
      <p>{labels.text('revealedHint')}</p>
      {of.revealing?.(row)}
      <p>
        <code>{secret}</code> <CopyButton text={secret} />
      </p>
    </Dialog>
  )
}
