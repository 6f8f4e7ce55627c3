import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled'
import CloseOutlined from '@ant-design/icons/CloseOutlined'
import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled'
import InfoCircleFilled from '@ant-design/icons/InfoCircleFilled'
import { notification } from 'antd'
import type { ArgsProps } from 'antd/es/notification'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'
import { dismiss, type Toast } from '../toasts.ts'
import styles from './notices.module.css'
import { Antd } from './provider.tsx'

const icons = { good: CheckCircleFilled, bad: ExclamationCircleFilled, info: InfoCircleFilled }

interface NoticesProps {
  toasts: readonly Toast[]
  /** Whether a dialog or drawer is open. */
  isBusy: boolean
}

/** Toasts as antd's notifications, whose z-index is above that of every dialog, drawer and list. */
export function Notices(props: NoticesProps) {
  return (
    <Antd>
      <Shown {...props} />
    </Antd>
  )
}

/** Keeps antd's notifications in step with the toasts. */
function Shown({ toasts, isBusy }: NoticesProps) {
  const { t } = useTranslation()
  // Stacked, older notifications would hide behind newer ones.
  const [api, holder] = notification.useNotification({ placement: 'top', top: 12, stack: false })
  const [touched, setTouched] = useState<string>()
  const shown = useRef(new Map<string, { toast: Toast; isPaused: boolean }>())

  useEffect(() => {
    const before = shown.current
    const after: typeof before = new Map()
    for (const toast of toasts) {
      const { key, isAlarm = false, isStanding = false } = toast
      const isPaused = isStanding || touched === key || (isAlarm && isBusy)
      after.set(key, { toast, isPaused })
      const last = before.get(key)
      // Opening it again restarts its time.
      if (last?.toast === toast && last.isPaused === isPaused) continue
      api.open(noticeOf(toast, { isPaused, closeLabel: t('dismiss'), setTouched }))
    }
    for (const key of before.keys()) if (!after.has(key)) api.destroy(key)
    shown.current = after
  }, [toasts, isBusy, touched, api, t])

  return holder
}

interface NoticeOptions {
  isPaused: boolean
  closeLabel: string
  /** Called with the key of the toast that has the focus. */
  setTouched: (key: string | undefined) => void
}

function noticeOf(toast: Toast, { isPaused, closeLabel, setTouched }: NoticeOptions): ArgsProps {
  const { key, tone, text, detail, actions = [], isStanding = false, durationMs } = toast
  const Icon = icons[tone]

  function press(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Escape' && !isStanding) dismiss(key)
    // antd's close button is a link, which the space bar does not press.
    else if (event.key === ' ' && (event.target as HTMLElement).matches('a[role="button"]')) dismiss(key)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const events = {
    'data-toast': key,
    onFocus: () => setTouched(key),
    onBlur: () => setTouched(undefined),
    onKeyDown: press,
  }
  return {
    key,
    className: styles.notice ?? '',
    role: tone === 'bad' ? 'alert' : 'status',
    // antd's own icons have English labels.
    icon: <Icon aria-hidden className={styles[tone]} />,
    message: text,
    description: detail,
    actions: actions.length > 0 && (
      <span className={styles.actions}>
        {actions.map(({ text, run }, index) => (
          <Button
            key={text}
            variant={index === 0 ? 'plain' : 'quiet'}
            onClick={() => {
              dismiss(key)
              run()
            }}
          >
            {text}
          </Button>
        ))}
      </span>
    ),
    closable: isStanding
      ? false
      : { closeIcon: <CloseOutlined aria-hidden />, 'aria-label': closeLabel, ...{ role: 'button' } },
    duration: isPaused ? 0 : durationMs / 1_000,
    props: events,
    onClose: () => dismiss(key),
  }
}
