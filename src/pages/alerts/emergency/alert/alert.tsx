import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { alerts } from '#contract/alerts/alerts.ts'
import { useAlertTitle } from '#kit/alerts/alert-queue.ts'
import { ApiError } from '#kit/call.ts'
import { Callout } from '#kit/callout.tsx'
import { EmptyState } from '#kit/empty-state.tsx'
import { useFormat } from '#kit/format.ts'
import { Freshness } from '#kit/freshness.tsx'
import { useLiveStatus } from '#kit/live-status.ts'
import { Page } from '#kit/page.tsx'
import { Panel } from '#kit/panel.tsx'
import { Others } from '#kit/presence/others.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import { Reference } from '#kit/resource/reference.tsx'
import { useCall } from '#kit/use-call.ts'
import { AlertActions } from '../actions/alert-actions.tsx'
import { AlertPlace } from '../alert-place.tsx'
import { useContacts } from '../contacts/use-contacts.ts'
import styles from './alert.module.css'
import { Deliveries } from './deliveries.tsx'
import { Timeline } from './timeline.tsx'

/** Refetch interval in milliseconds while live updates are down. */
const refetchIntervalMs = 5_000

/** One alert with its actions, timeline and deliveries. */
export function Component() {
  const { t } = useTranslation(['emergency', 'navigation'])
  const { id = '' } = useParams()
  const titleOf = useAlertTitle()
  const isLive = useLiveStatus('alerts') === 'live'
  const record = useCall(
    alerts.timeline,
    { params: { id } },
    { resource: 'alerts', ...(!isLive && { refetchIntervalMs }) },
  )
  const alert = record.data?.alert
  const isNowhere = record.error instanceof ApiError && [404, 422].includes(record.error.problem.status)
  return (
    <Page
      title={alert ? titleOf(alert) : t('navigation:screens.alert')}
      freshness={<Freshness of={record} />}
      actions={alert && <Others resource="alerts" id={alert.id} />}
    >
      {isNowhere ? (
        <EmptyState title={t('alert.missing')}>
          <Link to="/emergency/queue">{t('navigation:screens.alertQueue')}</Link>
        </EmptyState>
      ) : (
        <QueryState of={record} failed={t('alert.failed')}>
          {({ alert, timeline, deliveries }) => (
            <>
              {alert.test && <Callout tone="info">{t('rehearsal.test')}</Callout>}
              <AlertDetails alert={alert} />
              <Panel title={t('timeline.title')}>
                <Timeline events={timeline} alert={alert} />
              </Panel>
              <Panel title={t('deliveries.title')}>
                <Deliveries deliveries={deliveries} />
              </Panel>
            </>
          )}
        </QueryState>
      )}
    </Page>
  )
}

type Shown = NonNullable<Parameters<typeof AlertActions>[0]['alert']>

function AlertDetails({ alert }: { alert: Shown }) {
  const { t } = useTranslation('emergency')
  const format = useFormat()
  const labels = useLabels('alerts')
  const { data } = useContacts(alert.person_id)
  const callable = data?.contacts.filter(({ id }) => !alert.excluded_ids.includes(id))
  const { conversation_id, message_id, device_id, cause, valid, resolution, voice_message } = alert
  return (
    <Panel title={t('alert.now')}>
      <div className={styles.facts}>
        {!alert.test && <AlertActions alert={alert} contact={callable?.[0]} />}
        <dl>
          <Fact name={labels.field('state')}>
            {labels.option('state', alert.state)} · {labels.option('severity', alert.severity)}
          </Fact>
          <Fact name={labels.field('person_id')}>
            <Reference resource="elderly" id={alert.person_id} />
          </Fact>
          <Fact name={labels.field('owner_name')}>{alert.owner_name ?? t('alert.noOwner')}</Fact>
          <Fact name={labels.field('raised_at')}>
            <time dateTime={alert.raised_at}>{format.dateTime(alert.raised_at)}</time> ·{' '}
            {labels.option('source', alert.source)}
          </Fact>
          <Fact name={t('place.title')}>
            <AlertPlace alert={alert} />
          </Fact>
          {voice_message && (
            <Fact name={t('alert.transcript')}>
              <bdi translate="no">“{voice_message}”</bdi>
            </Fact>
          )}
          {device_id && (
            <Fact name={labels.field('device_id')}>
              <Reference resource="devices" id={device_id} />
            </Fact>
          )}
          {conversation_id && (
            <Fact name={labels.field('conversation_id')}>
              <Link
                to={`/conversations?session=${conversation_id}${message_id ? `&message=${message_id}` : ''}`}
              >
                {t('alert.turn')}
              </Link>
            </Fact>
          )}
          {cause && (
            <Fact name={labels.field('cause')}>
              {labels.option('cause', cause)} · {t(valid ? 'alert.valid' : 'alert.false')}
              {resolution && (
                <>
                  {' '}
                  · <bdi translate="no">{resolution}</bdi>
                </>
              )}
            </Fact>
          )}
        </dl>
      </div>
    </Panel>
  )
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
