import BellOutlined from '@ant-design/icons/BellOutlined'
import SettingOutlined from '@ant-design/icons/SettingOutlined'
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Notification, notificationSettingsPath } from '#contract/alerts/notifications.ts'
import { Button, ButtonLink } from '#kit/button.tsx'
import { useCurrentUser } from '#kit/current-user.ts'
import { Drawer } from '#kit/drawer.tsx'
import { EmptyState } from '#kit/empty-state.tsx'
import { useFormat } from '#kit/format.ts'
import { QueryState } from '#kit/query-state.tsx'
import { useNow } from '#kit/use-now.ts'
import { type DayGroup, dayBefore, dayWriter, groupByDay } from './days.ts'
import styles from './notification-centre.module.css'
import { moveWithKeys, NotificationItem } from './notification-item.tsx'
import { useMarking, useNotificationPages } from './use-notifications.ts'

/** Today, yesterday, or the date. */
function useDayName() {
  const { t } = useTranslation('notifications')
  const format = useFormat()
  const { time_zone } = useCurrentUser()
  const dayOf = useMemo(() => dayWriter(time_zone), [time_zone])
  const today = dayOf(useNow())
  const nameOf = ({ day, items }: DayGroup<Notification>) => {
    if (day === today) return t('today')
    return day === dayBefore(today) ? t('yesterday') : format.date(items[0]?.created_at ?? null)
  }
  return { dayOf, nameOf }
}

interface DayProps {
  name: string
  items: readonly Notification[]
  current: string | undefined
  setCurrent: (id: string) => void
  mark: (id: string, isRead: boolean) => void
  onClose: () => void
}

function Day({ name, items, current, setCurrent, mark, onClose }: DayProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={styles.day}>
        {name}
      </h3>
      <ul className={styles.list}>
        {items.map(notification => (
          <NotificationItem
            key={notification.id}
            notification={notification}
            isCurrent={notification.id === current}
            onFocus={() => setCurrent(notification.id)}
            onMark={isRead => mark(notification.id, isRead)}
            onOpen={onClose}
          />
        ))}
      </ul>
    </section>
  )
}

type Pages = ReturnType<typeof useNotificationPages>

function NotificationList({ of, onClose }: { of: Pages; onClose: () => void }) {
  const { t } = useTranslation(['notifications', 'common'])
  const { dayOf, nameOf } = useDayName()
  const { mark, markAll, isMarkingAll } = useMarking({ one: t('failedMark'), all: t('failedMarkAll') })
  const pages = of.data?.pages ?? []
  const all = pages.flatMap(({ notifications }) => notifications)
  const [chosen, setChosen] = useState<string>()
  const current = all.some(({ id }) => id === chosen) ? chosen : all[0]?.id
  const list = useRef<HTMLDivElement>(null)
  const focusFirst = () => list.current?.querySelector<HTMLElement>('[data-notification]')?.focus()
  // When the drawer opens, the newest one has the focus.
  useLayoutEffect(focusFirst, [])
  const newest = all[0]
  if (!newest)
    return (
      <EmptyState icon={<BellOutlined />} title={t('empty')}>
        {t('emptyHint')}
      </EmptyState>
    )
  return (
    <>
      {(pages[0]?.unacknowledged ?? 0) > 0 && (
        <Button pending={isMarkingAll} onClick={() => void markAll(newest.id).then(focusFirst)}>
          {t('markAll')}
        </Button>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the entries have the focus */}
      <div ref={list} className={styles.days} onKeyDown={moveWithKeys}>
        {groupByDay(all, dayOf).map(group => (
          <Day
            key={group.day}
            name={nameOf(group)}
            items={group.items}
            current={current}
            setCurrent={setChosen}
            mark={(id, isRead) => void mark(id, isRead)}
            onClose={onClose}
          />
        ))}
      </div>
      {of.isFetchNextPageError && <p role="alert">{t('failedOlder')}</p>}
      {of.hasNextPage && (
        <Button pending={of.isFetchingNextPage} onClick={() => void of.fetchNextPage()}>
          {t(of.isFetchNextPageError ? 'common:retry' : 'older')}
        </Button>
      )}
    </>
  )
}

/** The user's notifications, in a drawer. Alarms have their own queue: they are neither here nor behind it. */
export function NotificationCentre({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('notifications')
  const pages = useNotificationPages()
  return (
    <Drawer
      title={t('title')}
      tools={
        <ButtonLink
          variant="quiet"
          icon={<SettingOutlined />}
          to={notificationSettingsPath}
          title={t('settings')}
          onClick={onClose}
        />
      }
      onClose={onClose}
    >
      <QueryState of={pages} failed={t('failed')}>
        {() => <NotificationList of={pages} onClose={onClose} />}
      </QueryState>
    </Drawer>
  )
}
