import { useTranslation } from 'react-i18next'
import type { FormName } from '#contract/localisation/text-forms.ts'
import type { FieldConflict, Followed } from '../merge.ts'
import { MergeNotice } from '../merge-notice.tsx'

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
    <MergeNotice
      label={label}
      value={
        <span lang={value && language} dir="auto">
          {value || t('kit:merge.empty')}
        </span>
      }
      choice={conflict && { keep: onKeep, take: onTake }}
    >
      {conflict ? t('editor.conflict', { name }) : t('editor.followed', { name })}
    </MergeNotice>
  )
}
