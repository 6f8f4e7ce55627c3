import SafetyOutlined from '@ant-design/icons/SafetyOutlined'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SafetyIncident } from '#contract/conversations/safety-incidents.ts'
import { Panel } from '#kit/analytics/panel.tsx'
import { EmptyState } from '#kit/empty-state.tsx'
import { useFormat } from '#kit/format.ts'
import { ScrollArea } from '#kit/scroll-area.tsx'
import styles from './incident-table.module.css'
import { Risk } from './risk.tsx'
import { useIncidentDetails, useOpenIncident } from './use-incidents.ts'

/** Incidents of medium risk or above, newest first, with links to the conversation and the alert. */
export function IncidentTable({ of, total }: { of: readonly SafetyIncident[]; total: number }) {
  const { t } = useTranslation('safety')
  const format = useFormat()
  const detailsOf = useIncidentDetails()
  const { open } = useOpenIncident()
  return (
    <Panel title={t('recent')} lead={t('recentLead', { shown: of.length, total })} wide>
      {of.length === 0 ? (
        <EmptyState tone="good" icon={<SafetyOutlined />} title={t('empty')} />
      ) : (
        <ScrollArea label={t('recent')} className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                {(['time', 'person', 'risk', 'context', 'emotion', 'escalation', 'links'] as const).map(
                  column => (
                    <th key={column} scope="col">
                      {t(`columns.${column}`)}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {of.map(incident => {
                const { context, emotion, escalation, conversation, alert } = detailsOf(incident)
                return (
                  <tr key={incident.id}>
                    <td>
                      <button type="button" className={styles.open} onClick={() => open(incident.id)}>
                        {format.dateTime(incident.timestamp)}
                      </button>
                    </td>
                    <th scope="row">
                      {incident.user_name} <span>#{incident.user_id}</span>
                    </th>
                    <td>
                      <Risk of={incident} />
                    </td>
                    <td>{context}</td>
                    <td>{emotion}</td>
                    <td>{escalation}</td>
                    <td className={styles.links}>
                      {conversation && <Link to={conversation}>{t('conversation')}</Link>}
                      {alert && <Link to={alert}>{t('alert')}</Link>}
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </ScrollArea>
      )}
    </Panel>
  )
}
