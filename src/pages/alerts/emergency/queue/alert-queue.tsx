import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined'
import GroupOutlined from '@ant-design/icons/GroupOutlined'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Alert, alerts } from '#contract/alerts/alerts.ts'
import { useSearch } from '#kit/address.ts'
import { useAlertQueue } from '#kit/alerts/alert-queue.ts'
import { Button } from '#kit/button.tsx'
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

/** Refetch interval of the service level in milliseconds. */
const refetchIntervalMs = 60_000

/**
 * Open alerts, most urgent first. The selected alert receives the keyboard shortcuts; its id is in the URL, so that the
 * selection stays when other alerts arrive above it.
 */
export function Component() {
  const { t } = useTranslation(['emergency', 'navigation'])
  const level = useCall(alerts.serviceLevel, {}, { refetchIntervalMs, resource: 'alerts' })
  const [params, change] = useSearch()
  const person = params.get('person') ?? undefined
  const everyone = useAlertQueue()
  const queue = useAlertQueue(person)
  const now = useServerClock(queue)
  const isGrouped = params.get('grouped') === 'true'
  const open = queue.data && (isGrouped ? byPerson(queue.data.alerts).flat() : queue.data.alerts)
  const requestedId = params.get('alert')
  const selected = open?.find(({ id }) => id === requestedId) ?? open?.[0]
  const select = (id: string) => change({ alert: id }, { replace: true })

  const selectedId = selected?.id
  useEffect(() => {
    if (selectedId && selectedId !== requestedId)
      change({ alert: selectedId }, { replace: true, isAutomatic: true })
  }, [selectedId, requestedId, change])

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
        <>
          <Button
            aria-pressed={isGrouped}
            variant={isGrouped ? 'plain' : 'quiet'}
            icon={<GroupOutlined />}
            onClick={() => change({ grouped: isGrouped ? null : 'true' }, { replace: true })}
          >
            {t('queue.group')}
          </Button>
          <PersonFilter
            alerts={everyone.data?.alerts ?? []}
            person={person}
            onChange={picked => change({ person: picked }, { replace: true })}
          />
        </>
      }
    >
      <div className={styles.columns}>
        <Panel title={t('queue.title', { count: open?.length ?? 0 })}>
          <QueryState of={queue} failed={t('queue.failed')}>
            {({ alerts }) =>
              alerts.length === 0 || !open ? (
                <EmptyState tone="good" icon={<CheckCircleOutlined />} title={t('queue.empty.title')}>
                  {t('queue.empty.text')}
                </EmptyState>
              ) : (
                (isGrouped ? byPerson(alerts) : [alerts]).map(group => (
                  <section key={isGrouped ? group[0]?.person_id : ''} className={styles.group}>
                    {isGrouped && (
                      <h3>
                        <bdi translate="no">{group[0]?.person_name}</bdi>{' '}
                        <span>{t('queue.title', { count: group.length })}</span>
                      </h3>
                    )}
                    <ol className={styles.queue}>
                      {group.map(alert => (
                        <AlertCard
                          key={alert.id}
                          alert={alert}
                          now={now}
                          limits={level.data?.targets.map(({ within }) => within) ?? []}
                          position={open.indexOf(alert)}
                          isOpen={alert.id === selected?.id}
                          onOpen={() => select(alert.id)}
                        />
                      ))}
                    </ol>
                  </section>
                ))
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
          <Panel title={t('alertNotifications.title')}>
            <NotificationSettingsPanel />
          </Panel>
        </div>
      </div>
    </Page>
  )
}

/** The alerts of each person together; people in the order of their most urgent alert. */
const byPerson = (alerts: readonly Alert[]): Alert[][] => [
  ...Map.groupBy(alerts, ({ person_id }) => person_id).values(),
]

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
      options={[
        { value: '', label: t('queue.everyone', { total: alerts.length }) },
        ...(isListed ? [] : [{ value: person, label: name ?? '' }]),
        ...byName(people, ({ name }) => name).map(({ id, name, count }) => ({
          value: id,
          label: `${name} (${count})`,
        })),
      ]}
      onChange={onChange}
    />
  )
}

/** A query whose reply carries the server's time. */
interface TimestampedQuery {
  data: { as_of: string } | undefined
  dataUpdatedAt: number
}

/** Server time in epoch milliseconds, updated every second; the browser's clock may be wrong. */
function useServerClock({ data, dataUpdatedAt }: TimestampedQuery): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(clock)
  }, [])
  return data ? Math.max(now, dataUpdatedAt) - dataUpdatedAt + Date.parse(data.as_of) : now
}
