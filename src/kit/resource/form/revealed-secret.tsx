import { useState } from 'react'
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
  /** Resolves when the next screen or form is shown. */
  onKept: () => Promise<unknown>
}

/** Shows the secret of a new record, to be kept by the user. */
export function RevealedSecret({ of, row, onKept }: RevealedSecretProps) {
  const { t } = useTranslation('kit')
  const labels = useLabels(of.name)
  const [pending, setPending] = useState(false)
  if (!of.reveals) return null
  const secret = String(row[of.reveals])
  async function goOn() {
    if (pending) return
    setPending(true)
    await onKept()
    setPending(false)
  }
  return (
    <Dialog
      title={labels.text('revealed')}
      onClose={() => void goOn()}
      actions={
        <Button variant="main" pending={pending} onClick={() => void goOn()}>
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
