import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled'
import CloseOutlined from '@ant-design/icons/CloseOutlined'
import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled'
import InfoCircleFilled from '@ant-design/icons/InfoCircleFilled'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import { useIsModalOpen } from '#kit/overlays.ts'
import { shortcuts, useShortcuts } from '#kit/shortcuts.ts'
import { dismiss, type Toast, useToasts } from '#kit/toasts.ts'
import styles from './toasts.module.css'

const icons = { good: <CheckCircleFilled />, bad: <ExclamationCircleFilled />, info: <InfoCircleFilled /> }

/** One toast. Its timer pauses on hover and focus. */
function Message({ toast, isBusy }: { toast: Toast; isBusy: boolean }) {
  const { t } = useTranslation()
  const { key, tone, text, detail, actions = [], isAlarm = false, isStanding = false, durationMs } = toast
  const [isTouched, setTouched] = useState(false)
  const isPaused = isTouched || isStanding || (isAlarm && isBusy)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(dismiss, durationMs, key)
    return () => clearTimeout(timer)
  }, [isPaused, key, durationMs])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it has a role, and nothing is done by it but waiting longer
    <div
      className={`${styles.toast} ${styles[tone]}`}
      role={tone === 'bad' ? 'alert' : 'status'}
      onPointerEnter={() => setTouched(true)}
      onPointerLeave={() => setTouched(false)}
      onFocus={() => setTouched(true)}
      onBlur={() => setTouched(false)}
      onKeyDown={event => {
        if (event.key === 'Escape' && !isStanding) dismiss(key)
      }}
    >
      <span className={styles.icon} aria-hidden>
        {icons[tone]}
      </span>
      <span className={styles.text}>
        {text}
        {detail && <small>{detail}</small>}
      </span>
      {actions.map(action => (
        <Button
          key={action.text}
          variant="quiet"
          onClick={() => {
            dismiss(key)
            action.run()
          }}
        >
          {action.text}
        </Button>
      ))}
      {!isStanding && (
        <Button
          variant="quiet"
          icon={<CloseOutlined />}
          aria-label={t('dismiss')}
          onClick={() => dismiss(key)}
        />
      )}
    </div>
  )
}

/**
 * An element in the top layer, which is above every other. The top layer is ordered by opening: a menu that opens in it
 * later would cover the toasts.
 */
function useTopLayer(isShown: boolean) {
  const [host] = useState(() => {
    const element = document.createElement('div')
    element.popover = 'manual'
    element.className = styles.toasts ?? ''
    return element
  })
  useLayoutEffect(() => {
    document.body.append(host)
    if (!isShown) return
    host.showPopover()
    const stayAbove = (event: Event) => {
      if (event.target === host || (event as ToggleEvent).newState !== 'open') return
      host.hidePopover()
      host.showPopover()
    }
    document.addEventListener('toggle', stayAbove, true)
    return () => {
      document.removeEventListener('toggle', stayAbove, true)
      host.hidePopover()
    }
  }, [host, isShown])
  return host
}

/** Toasts, above everything else. A shortcut that works in dialogs and fields moves focus to the newest one. */
export function Toasts() {
  const toasts = useToasts()
  const isBusy = useIsModalOpen()
  const host = useTopLayer(toasts.length > 0)
  const returnTo = useRef<HTMLElement>(null)

  useShortcuts({
    [shortcuts.toast.keys[0]]: () => {
      const newest = [...host.children].findLast(toast => toast.role === 'alert') ?? host.lastElementChild
      if (!host.contains(document.activeElement)) returnTo.current = document.activeElement as HTMLElement
      newest?.querySelector('button')?.focus()
    },
  })
  // A dismissed toast takes the focus with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever toasts come or go
  useEffect(() => {
    if (host.contains(document.activeElement)) return
    if (document.activeElement === document.body) returnTo.current?.focus()
    returnTo.current = null
  }, [toasts, host])

  return createPortal(
    toasts.map(toast => <Message key={toast.key} toast={toast} isBusy={isBusy} />),
    host,
  )
}
