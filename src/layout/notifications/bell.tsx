import BellOutlined from '@ant-design/icons/BellOutlined'
import { useSubscription } from '@refinedev/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxUnread, notifications } from '#contract/alerts/notifications.ts'
import { Button } from '#kit/button.tsx'
import { useFormat } from '#kit/format.ts'
import { useLiveStatus } from '#kit/live-status.ts'
import { useCall } from '#kit/use-call.ts'
import styles from './bell.module.css'

/** What live updates call notifications. */
export const resource = 'notifications'
/** Poll interval in milliseconds while there are no live updates. */
const pollIntervalMs = 60_000

/** How often it is asked for news without live updates. */
export const usePolling = () =>
  useLiveStatus(resource) === 'live' ? {} : { refetchIntervalMs: pollIntervalMs }

/** How many notifications are unread; `isMore` if there are more than that. Undefined until it is known. */
function useUnread(): { count: number; isMore: boolean } | undefined {
  useSubscription({ channel: `resources/${resource}`, types: ['*'], onLiveEvent: () => {} })
  const { data } = useCall(notifications.unread, {}, { resource, ...usePolling() })
  return data && { count: Math.min(data.unread, maxUnread - 1), isMore: data.unread >= maxUnread }
}

interface BellProps {
  onOpen: () => void
  isOpen: boolean
  /** Loads the list ahead of its use. */
  prefetch: () => void
}

/** Opens the notifications. Shows how many are unread, and announces it politely when there are more than before. */
export function Bell({ onOpen, isOpen, prefetch }: BellProps) {
  const { t } = useTranslation('notifications')
  const format = useFormat()
  const unread = useUnread()
  const count = unread?.count ?? 0
  const label = count ? t(unread?.isMore ? 'unreadMany' : 'unread', { unread: count }) : t('title')
  const [before, setBefore] = useState<number>()
  const [news, setNews] = useState('')
  if (unread && before !== count) {
    setBefore(count)
    // What was unread when the console was opened is not news.
    setNews(before !== undefined && count > before ? label : '')
  }
  return (
    <span className={styles.bell}>
      <Button
        variant="quiet"
        icon={<BellOutlined />}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={onOpen}
      />
      {count > 0 && (
        <span className={styles.count} aria-hidden>
          {format.number(count)}
          {unread?.isMore && '+'}
        </span>
      )}
      <span role="status" className="spoken">
        {news}
      </span>
    </span>
  )
}
