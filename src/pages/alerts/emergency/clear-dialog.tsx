import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Alert, alerts } from '#contract/alerts/alerts.ts'
import { useAlertAction } from '#kit/alerts/use-alert-action.ts'
import { FormDialog } from '#kit/dialog.tsx'
import { TextField } from '#kit/field.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import { Reference } from '#kit/resource/reference.tsx'
import { toast } from '#kit/toasts.ts'
import styles from './clear-dialog.module.css'

/** People listed by name before the rest is counted. */
const listedPeople = 10

interface ClearDialogProps {
  /** The uncleared alerts on screen. */
  queue: readonly Alert[]
  onClose: () => void
}

/** Asks for a reason and clears exactly the listed alerts from the banner, each as its own event. */
export function ClearDialog({ queue, onClose }: ClearDialogProps) {
  const { t } = useTranslation(['emergency', 'common'])
  const labels = useLabels('alerts')
  // Alerts that arrive while the dialog is open were not shown to the operator and must not be cleared.
  const [listed] = useState(queue)
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)
  const { act } = useAlertAction()
  const people = [...Map.groupBy(listed, ({ person_id }) => person_id)]
  const isOneOrganization = new Set(listed.map(({ organization_id }) => organization_id)).size === 1

  async function clear(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason')).trim()
    if (!reason) return setError(t('common:field.required'))
    setSending(true)
    for (const { id } of listed) {
      const cleared = await act(
        alerts.clear,
        { params: { id }, body: { reason } },
        { failed: t('banner.failed') },
      )
      if (cleared === null) return setSending(false)
    }
    toast({ tone: 'good', text: t('clear.done', { count: listed.length }) })
    onClose()
  }

  return (
    <FormDialog
      title={t('clear.title', { count: listed.length })}
      submitLabel={t('clear.submit', { count: listed.length })}
      pending={isSending}
      onSubmit={event => void clear(event)}
      onClose={onClose}
    >
      <p>{t('clear.text')}</p>
      <ul className={styles.people} aria-label={t('clear.people')}>
        {people.slice(0, listedPeople).map(([person, raised]) => (
          <li key={person}>
            <strong>{raised[0]?.person_name}</strong>
            {!isOneOrganization && raised[0] && (
              <>
                {' · '}
                <Reference resource="organizations" id={raised[0].organization_id} />
              </>
            )}
            {' · '}
            {[...Map.groupBy(raised, ({ type }) => type)]
              .map(
                ([type, { length }]) => `${labels.option('type', type)}${length > 1 ? ` × ${length}` : ''}`,
              )
              .join(', ')}
          </li>
        ))}
        {people.length > listedPeople && <li>{t('clear.more', { count: people.length - listedPeople })}</li>}
      </ul>
      <TextField
        name="reason"
        label={t('clear.reason')}
        maxLength={2_000}
        error={error}
        autoComplete="off"
        aria-required
        autoFocus
      />
    </FormDialog>
  )
}
