import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { type Alert, alerts } from '#contract/alerts/alerts.ts'
import { useAlertQueue } from '#kit/alerts/alert-queue.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { SelectField } from '#kit/field.tsx'
import { Freshness } from '#kit/freshness.tsx'
import { useLocaleFormats } from '#kit/locale-formats.ts'
import { Page } from '#kit/page.tsx'
import { Panel } from '#kit/panel.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { useRecordName } from '#kit/resource/reference.tsx'
import { shortcuts, useShortcuts } from '#kit/shortcuts.ts'
import { useCall } from '#kit/use-call.ts'
import { AlertCard } from './alert-card.tsx'
import styles from './alert-queue.module.css'
import { NotificationSettingsPanel } from './notification-settings-panel.tsx'
import { ServiceLevel } from './service-level.tsx'
import { useServerClock } from './use-server-clock.ts'

/** Refetch interval of the service level in milliseconds. */
const refetchIntervalMs = 60_000

/**
 * Open alerts, most urgent first. The selected alert receives the keyboard shortcuts; its id is in the URL, so that the
 * selection stays when other alerts arrive above it.
 */
export function Component() {
  const { t } = useTranslation(['emergency', 'navigation'])
  const level = useCall(alerts.serviceLevel, {}, { refetchIntervalMs, resource: 'alerts' })
  const [params, setParams] = useSearchParams()
  const person = params.get('person') ?? undefined
  const everyone = useAlertQueue()
  const queue = useAlertQueue(person)
  const now = useServerClock(queue)
  const open = queue.data?.alerts
  const requestedId = params.get('alert')
  const selected = open?.find(({ id }) => id === requestedId) ?? open?.[0]
  const select = (id: string) => setParams({ ...(person && { person }), alert: id }, { replace: true })

  const selectedId = selected?.id
  useEffect(() => {
    if (selectedId && selectedId !== requestedId)
      setParams({ ...(person && { person }), alert: selectedId }, { replace: true })
  }, [selectedId, requestedId, person, setParams])

  const move = (steps: number) => {
    const next = open?.[open.findIndex(({ id }) => id === selected?.id) + steps]
    if (next) select(next.id)
  }
  const [nextKey, arrowDown] = shortcuts.alertNext.keys
  const [previousKey, arrowUp] = shortcuts.alertPrevious.keys
  useShortcuts({
    [nextKey]: () => move(1),
    [arrowDown]: () => move(1),
    [previousKey]: () => move(-1),
    [arrowUp]: () => move(-1),
  })

  return (
    <Page
      title={t('navigation:screens.alertQueue')}
      lead={t('queue.lead')}
      freshness={<Freshness of={queue} />}
      actions={
        <PersonFilter
          alerts={everyone.data?.alerts ?? []}
          person={person}
          onChange={picked => setParams(picked ? { person: picked } : {}, { replace: true })}
        />
      }
    >
      <div className={styles.columns}>
        <Panel title={t('queue.title', { count: open?.length ?? 0 })}>
          <QueryState of={queue} failed={t('queue.failed')}>
            {({ alerts }) =>
              alerts.length === 0 ? (
                <EmptyState tone="good" icon={<CheckCircleOutlined />} title={t('queue.empty.title')}>
                  {t('queue.empty.text')}
                </EmptyState>
              ) : (
                <ol className={styles.queue}>
                  {alerts.map((alert, position) => (
                    <AlertCard
                      key={alert.id}
                      alert={alert}
                      now={now}
                      limits={level.data?.targets.map(({ within }) => within) ?? []}
                      position={position}
                      isOpen={alert.id === selected?.id}
                      onOpen={() => select(alert.id)}
                    />
                  ))}
                </ol>
              )
            }
          </QueryState>
        </Panel>
        <div className={styles.side}>
          <Panel title={t('level.title')}>
            <QueryState of={level} failed={t('level.failed')}>
              {measured => <ServiceLevel level={measured} />}
            </QueryState>
          </Panel>
          <Panel title={t('heralds.title')}>
            <NotificationSettingsPanel />
          </Panel>
        </div>
      </div>
    </Page>
  )
}

interface PersonFilterProps {
  /** All open alerts. */
  alerts: readonly Alert[]
  person: string | undefined
  onChange: (person: string) => void
}

/** Shows one person's alerts alone; the options are the people with open alerts. */
function PersonFilter({ alerts, person, onChange }: PersonFilterProps) {
  const { t } = useTranslation('emergency')
  const { byName } = useLocaleFormats()
  const { name = t('person.one') } = useRecordName('elderly', person)
  const people = [...Map.groupBy(alerts, ({ person_id }) => person_id)].map(([id, raised]) => ({
    id,
    name: raised[0]?.person_name ?? '',
    count: raised.length,
  }))
  const isListed = person === undefined || people.some(({ id }) => id === person)
  return (
    <SelectField
      label={t('queue.person')}
      value={person ?? ''}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{t('queue.everyone', { total: alerts.length })}</option>
      {!isListed && <option value={person}>{name}</option>}
      {byName(people, ({ name }) => name).map(({ id, name, count }) => (
        <option key={id} value={id}>
          {`${name} (${count})`}
        </option>
      ))}
    </SelectField>
  )
}
