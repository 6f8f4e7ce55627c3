import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { Callout } from '../../callout.tsx'
import { useFormat } from '../../format.ts'
import { useLocaleFormats } from '../../locale-formats.ts'
import type { Labels } from '../labels.ts'
import styles from './record-form.module.css'
import type { RestoredDraft } from './use-draft.ts'

interface DraftNoticeProps {
  draft: RestoredDraft
  labels: Labels
  onDiscard: () => void
}

/** Says that unsaved changes were restored, and which of them someone else has changed since. */
export function DraftNotice({ draft: { at, changedSince }, labels, onDiscard }: DraftNoticeProps) {
  const { t } = useTranslation('kit')
  const format = useFormat()
  const { list } = useLocaleFormats()
  return (
    <div className={styles.draft}>
      <Callout tone={changedSince.length > 0 ? 'warn' : 'info'} role="status">
        <p>{t('form.restored', { time: format.dateTime(at) })}</p>
        {changedSince.length > 0 && (
          <p>
            {t('form.changedSince', { fields: list(changedSince.map(({ name }) => labels.field(name))) })}
          </p>
        )}
      </Callout>
      <Button onClick={onDiscard}>{t('form.discard')}</Button>
    </div>
  )
}
