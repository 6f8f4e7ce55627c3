import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Alert, alerts } from '#contract/alerts/alerts.ts'
import { useAlertAction } from '#kit/alerts/use-alert-action.ts'
import { FormDialog } from '#kit/dialog.tsx'
import { TextItem } from '#kit/form.tsx'
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
  const { t } = useTranslation('emergency')
  const labels = useLabels('alerts')
  // Alerts that arrive while the dialog is open were not shown to the operator and must not be cleared.
  const [listed] = useState(queue)
  const { act } = useAlertAction()
  const people = [...Map.groupBy(listed, ({ person_id }) => person_id)]
  const isOneOrganization = new Set(listed.map(({ organization_id }) => organization_id)).size === 1

  async function clear(reason: string) {
    for (const { id } of listed) {
      const cleared = await act(
        alerts.clear,
        { params: { id }, body: { reason } },
        { failed: t('banner.failed') },
      )
      if (cleared === null) return
    }
    toast({ tone: 'good', text: t('clear.done', { count: listed.length }) })
    onClose()
  }

  return (
    <FormDialog<{ reason: string }>
      title={t('clear.title', { count: listed.length })}
      submitLabel={t('clear.submit', { count: listed.length })}
      failed={t('banner.failed')}
      send={({ reason }) => clear(reason.trim())}
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
      <TextItem name="reason" label={t('clear.reason')} maxLength={2_000} required autoFocus />
    </FormDialog>
  )
}
