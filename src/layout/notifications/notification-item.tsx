import type { KeyboardEvent, MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Notification } from '#contract/alerts/notifications.ts'
import { Button } from '#kit/button.tsx'
import { useFormat } from '#kit/format.ts'
import styles from './notification-centre.module.css'

interface NotificationItemProps {
  notification: Notification
  /** Whether Tab reaches it: one of the list does, arrow keys reach the others. */
  isCurrent: boolean
  onFocus: () => void
  onMark: (isRead: boolean) => void
  onOpen: () => void
}

/** Whether a click opens a link elsewhere, such as in a new tab. */
const opensElsewhere = (event: MouseEvent) => event.metaKey || event.ctrlKey || event.shiftKey

/** Scrolls what arrow keys focus into view as a whole; the browser may show only an edge of it. */
const show = ({ currentTarget }: { currentTarget: Element }) =>
  currentTarget.closest('li')?.scrollIntoView({ block: 'nearest' })

/** One notification: it opens what it is about, and can be marked as read or unread. */
export function NotificationItem({
  notification,
  isCurrent,
  onFocus,
  onMark,
  onOpen,
}: NotificationItemProps) {
  const { t } = useTranslation('notifications')
  const format = useFormat()
  const { id, kind, title, body, path, created_at, acknowledged_at } = notification
  const isRead = acknowledged_at !== null
  const text = (
    <>
      <span className={styles.meta}>
        {!isRead && <span className={styles.unread}>{t('isUnread')}</span>}
        <span>{t(`kinds.${kind}`)}</span>
        <time dateTime={created_at}>{format.time(created_at)}</time>
      </span>
      <strong className={styles.title}>
        <bdi>{title}</bdi>
      </strong>
      {body && (
        <span className={styles.body}>
          <bdi>{body}</bdi>
        </span>
      )}
    </>
  )
  const entry = {
    'data-notification': id,
    className: styles.entry,
    tabIndex: isCurrent ? 0 : -1,
    onFocus: (event: { currentTarget: Element }) => {
      onFocus()
      show(event)
    },
  }
  const toggle = t(isRead ? 'markUnread' : 'markRead')
  return (
    <li className={styles.item} data-unread={!isRead || undefined}>
      {path ? (
        <Link
          {...entry}
          to={path}
          onClick={event => {
            if (!isRead) onMark(true)
            if (!opensElsewhere(event)) onOpen()
          }}
        >
          {text}
        </Link>
      ) : (
        <article {...entry}>{text}</article>
      )}
      <Button
        variant="quiet"
        icon={<span className={isRead ? styles.ring : styles.dot} />}
        aria-label={toggle}
        title={toggle}
        tabIndex={isCurrent ? 0 : -1}
        onFocus={onFocus}
        onClick={() => onMark(!isRead)}
      />
    </li>
  )
}

/** The entry that a key moves to: arrows go to the next and the last one, Home and End to the ends. */
export function moveWithKeys(event: KeyboardEvent<HTMLElement>): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-notification]')]
  const at = entries.findIndex(entry => entry.closest('li')?.contains(event.target as Node))
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }[event.key]
  if (to === undefined || at === -1 || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  entries[to]?.focus()
}
