import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { alerts } from '#contract/alerts/alerts.ts'
import { useAlertQueue } from '#kit/alerts/use-alert-queue.ts'
import { Freshness } from '#kit/freshness.tsx'
import { Notice } from '#kit/notice.tsx'
import { Page } from '#kit/page.tsx'
import { Panel } from '#kit/panel.tsx'
import { Reading } from '#kit/reading.tsx'
import { shortcuts, useKeys } from '#kit/shortcuts.ts'
import { useCall } from '#kit/use-call.ts'
import { AlertCard } from './alert-card.tsx'
import styles from './alert-queue.module.css'
import { HeraldsPanel } from './heralds-panel.tsx'
import { ServiceLevel } from './service-level.tsx'
import { useServerClock } from './use-server-clock.ts'

/** Milliseconds between two readings of the service level. */
const every = 60_000

/**
 * The operator's workplace: the alerts that are not over, the most urgent first. One of them is open and obeys the keys;
 * it stays the same one, by its id in the address, when others come before it.
 */
export function Component() {
  const { t } = useTranslation(['emergency', 'navigation'])
  const queue = useAlertQueue()
  const level = useCall(alerts.serviceLevel, {}, { every, follows: 'alerts' })
  const now = useServerClock(queue)
  const [params, setParams] = useSearchParams()
  const open = queue.data?.alerts
  const wanted = params.get('alert')
  const selected = open?.find(({ id }) => id === wanted) ?? open?.[0]
  const select = (id: string) => setParams({ alert: id }, { replace: true })

  const pinned = selected?.id
  useEffect(() => {
    if (pinned && pinned !== wanted) setParams({ alert: pinned }, { replace: true })
  }, [pinned, wanted, setParams])

  const move = (steps: number) => {
    const next = open?.[open.findIndex(({ id }) => id === selected?.id) + steps]
    if (next) select(next.id)
  }
  const [nextKey, arrowDown] = shortcuts.alertNext.keys
  const [previousKey, arrowUp] = shortcuts.alertPrevious.keys
  useKeys({
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
    >
      <div className={styles.columns}>
        <Panel title={t('queue.title', { count: open?.length ?? 0 })}>
          <Reading of={queue} failed={t('queue.failed')}>
            {({ alerts }) =>
              alerts.length === 0 ? (
                <Notice tone="good" icon={<CheckCircleOutlined />} title={t('queue.empty.title')}>
                  {t('queue.empty.text')}
                </Notice>
              ) : (
                <ol className={styles.queue}>
                  {alerts.map(alert => (
                    <AlertCard
                      key={alert.id}
                      alert={alert}
                      now={now}
                      limits={level.data?.targets.map(({ within }) => within) ?? []}
                      isOpen={alert.id === selected?.id}
                      onOpen={() => select(alert.id)}
                    />
                  ))}
                </ol>
              )
            }
          </Reading>
        </Panel>
        <div className={styles.side}>
          <Panel title={t('level.title')}>
            <Reading of={level} failed={t('level.failed')}>
              {measured => <ServiceLevel level={measured} />}
            </Reading>
          </Panel>
          <Panel title={t('heralds.title')}>
            <HeraldsPanel />
          </Panel>
        </div>
      </div>
    </Page>
  )
}
