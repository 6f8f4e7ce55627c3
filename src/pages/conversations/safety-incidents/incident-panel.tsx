import { useTranslation } from 'react-i18next'
import { type SafetyIncident, safetyIncidents } from '#contract/conversations/safety-incidents.ts'
import { ButtonLink } from '#kit/button.tsx'
import { Drawer } from '#kit/drawer.tsx'
import { useFormat } from '#kit/format.ts'
import { QueryState } from '#kit/query-state.tsx'
import { useCall } from '#kit/use-call.ts'
import styles from './incident-panel.module.css'
import { Risk } from './risk.tsx'
import { useIncidentDetails, useOpenIncident } from './use-incidents.ts'

/** The incident in the URL, independent of the selected period. */
export function IncidentPanel() {
  const { t } = useTranslation('safety')
  const { incident, close } = useOpenIncident()
  if (!incident) return null
  return (
    <Drawer title={t('incident')} onClose={close}>
      <Incident key={incident} id={incident} />
    </Drawer>
  )
}

function Incident({ id }: { id: string }) {
  const { t } = useTranslation('safety')
  const reading = useCall(safetyIncidents.show, { params: { id } })
  return (
    <QueryState of={reading} failed={t('incidentFailed')}>
      {({ incident }) => <IncidentDetails of={incident} />}
    </QueryState>
  )
}

function IncidentDetails({ of }: { of: SafetyIncident }) {
  const { t } = useTranslation('safety')
  const format = useFormat()
  const { context, emotion, escalation, conversation, alert } = useIncidentDetails()(of)
  return (
    <div className={styles.incident}>
      <dl>
        <dt>{t('columns.time')}</dt>
        <dd>{format.dateTime(of.timestamp)}</dd>
        <dt>{t('columns.person')}</dt>
        <dd>
          {of.user_name} #{of.user_id}
        </dd>
        <dt>{t('columns.risk')}</dt>
        <dd>
          <Risk of={of} />
        </dd>
        <dt>{t('columns.context')}</dt>
        <dd>{context}</dd>
        <dt>{t('columns.emotion')}</dt>
        <dd>{emotion}</dd>
        <dt>{t('columns.escalation')}</dt>
        <dd>{escalation}</dd>
      </dl>
      <div className={styles.actions}>
        {conversation && (
          <ButtonLink to={conversation} variant="main">
            {t('openConversation')}
          </ButtonLink>
        )}
        {alert && <ButtonLink to={alert}>{t('openAlert')}</ButtonLink>}
      </div>
    </div>
  )
}
