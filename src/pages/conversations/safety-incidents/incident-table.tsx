import SafetyOutlined from '@ant-design/icons/SafetyOutlined'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SafetyIncident } from '#contract/conversations/safety-incidents.ts'
import { Panel } from '#kit/analytics/panel.tsx'
import { useFormat } from '#kit/format.ts'
import { Notice } from '#kit/notice.tsx'
import { Scroller } from '#kit/scroller.tsx'
import { useIncidentFacts } from './incident-facts.ts'
import styles from './incident-table.module.css'
import { Risk } from './risk.tsx'
import { useOpenIncident } from './use-open-incident.ts'

/** The incidents of at least medium risk, the newest first, each leading to its conversation and its alert. */
export function IncidentTable({ of, total }: { of: readonly SafetyIncident[]; total: number }) {
  const { t } = useTranslation('safety')
  const format = useFormat()
  const factsOf = useIncidentFacts()
  const { open } = useOpenIncident()
  return (
    <Panel title={t('recent')} lead={t('recentLead', { shown: of.length, total })} broad>
      {of.length === 0 ? (
        <Notice tone="good" icon={<SafetyOutlined />} title={t('empty')} />
      ) : (
        <Scroller label={t('recent')} className={styles.scroll}>
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
                const { context, emotion, escalation, conversation, alert } = factsOf(incident)
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
        </Scroller>
      )}
    </Panel>
  )
}
