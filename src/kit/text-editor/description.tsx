import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TextWithHistory } from '#contract/localisation/interface-texts.ts'
import { Button } from '../button.tsx'
import { TextField } from '../field.tsx'
import styles from './text-editor.module.css'
import type { TextActions } from './use-text-actions.ts'

/** Note for translators of all languages, editable by any of them. */
export function Description({ of: text, actions }: { of: TextWithHistory; actions: TextActions }) {
  const { t } = useTranslation(['translations', 'common'])
  const [open, setOpen] = useState(false)
  async function keep(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const description = String(new FormData(event.currentTarget).get('description') ?? '')
    if (await actions.describe(description)) setOpen(false)
  }
  if (!open)
    return (
      <div className={styles.described}>
        <p className={text.description ? undefined : styles.quiet}>
          {text.description ?? t('description.none')}
        </p>
        <Button variant="quiet" onClick={() => setOpen(true)}>
          {t('description.edit')}
        </Button>
      </div>
    )
  return (
    <form className={styles.inline} onSubmit={event => void keep(event)}>
      <TextField
        label={t('description.label')}
        hint={t('description.hint')}
        name="description"
        maxLength={500}
        defaultValue={text.description ?? ''}
      />
      <div className={styles.actions}>
        <Button onClick={() => setOpen(false)}>{t('common:cancel')}</Button>
        <Button type="submit" variant="main" pending={actions.pending === 'describe'}>
          {t('description.save')}
        </Button>
      </div>
    </form>
  )
}
