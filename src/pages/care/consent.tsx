import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type CareConsent, care } from '#contract/care/care.ts'
import { useAlertAction } from '#kit/alerts/use-alert-action.ts'
import { Panel } from '#kit/analytics/panel.tsx'
import { useCanCall } from '#kit/current-user.ts'
import { Checkbox } from '#kit/field.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { useCall } from '#kit/use-call.ts'
import styles from './care.module.css'

type Change = z.input<typeof care.setConsent.body>

/** Live resource that invalidates the consent query. */
const resource = 'consent'

/** Data-sharing consent; editable by the person and their organization. */
export function Consent({ person }: { person: { id: string; name: string } }) {
  const { t } = useTranslation('care')
  const may = useCanCall()
  const params = { id: person.id }
  const consent = useCall(care.consent, { params }, { resource, enabled: may(care.consent) })
  const { act, pending } = useAlertAction(resource)
  const maySet = may(care.setConsent)
  const change = (body: Change) =>
    void act(care.setConsent, { params, body }, { done: t('consent.done'), failed: t('failed') })

  const box = (label: string, checked: boolean, body: (checked: boolean) => Change) => (
    <Checkbox
      label={label}
      checked={checked}
      disabled={!maySet || pending}
      onChange={({ target }) => change(body(target.checked))}
    />
  )
  if (!may(care.consent)) return null
  return (
    <Panel title={t('consent.title')} lead={t('consent.lead', { name: person.name })}>
      <QueryState of={consent} failed={t('consent.failed')}>
        {({ transcripts, training, relationships }: CareConsent) => (
          <ul className={styles.consents}>
            <li>
              <strong>{t('consent.organization')}</strong>
              {box(t('consent.transcripts'), transcripts, transcripts => ({ transcripts }))}
            </li>
            <li>
              <strong>{t('consent.improvement')}</strong>
              {box(t('consent.training'), training, checked => ({ training: checked }))}
            </li>
            {relationships.map(({ assignment_id, carer_name, relationship, ...consent }) => (
              <li key={assignment_id}>
                <strong>
                  {carer_name} <span className={styles.quiet}>{relationship}</span>
                </strong>
                {(['transcripts', 'location'] as const).map(what => (
                  <span key={what}>
                    {box(t(`consent.${what}Of`, { name: carer_name }), consent[what], checked => ({
                      relationships: [{ assignment_id, [what]: checked }],
                    }))}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Panel>
  )
}
