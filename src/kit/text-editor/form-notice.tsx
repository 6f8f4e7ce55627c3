import { useTranslation } from 'react-i18next'
import type { FormName } from '#contract/localisation/text-forms.ts'
import { Button } from '../button.tsx'
import type { FieldConflict, Followed } from '../merge.ts'
import styles from './form-notice.module.css'

interface FormNoticeProps {
  language: string
  form: FormName
  followed: Followed<string | null> | undefined
  conflict: FieldConflict<string | null> | undefined
  onKeep: () => void
  onTake: () => void
}

/** What someone else saved in a form of a text that is being edited. */
export function FormNotice({ language, form, followed, conflict, onKeep, onTake }: FormNoticeProps) {
  const { t } = useTranslation(['translations', 'kit'])
  const shown = conflict ?? followed
  if (!shown) return null
  const label = form === 'text' ? t('editor.translation') : t(`editor.form.${form}`)
  const name = shown.by ?? t('kit:presence.someone')
  const value = String((conflict ? conflict.theirs : followed?.former) ?? '')
  return (
    <div className={`${styles.notice} ${conflict ? styles.conflict : ''}`} role="status">
      <p>{conflict ? t('editor.conflict', { name }) : t('editor.followed', { name })}</p>
      <p lang={value && language} dir="auto" className={styles.value}>
        {value || t('kit:merge.empty')}
      </p>
      {conflict && (
        <div className={styles.choice}>
          <Button onClick={onKeep} aria-label={`${label}: ${t('kit:merge.keep')}`}>
            {t('kit:merge.keep')}
          </Button>
          <Button onClick={onTake} aria-label={`${label}: ${t('kit:merge.take')}`}>
            {t('kit:merge.take')}
          </Button>
        </div>
      )}
    </div>
  )
}
