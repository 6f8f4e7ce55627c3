import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { antd } from '#kit/lazy-antd.ts'
import { useIsModalOpen } from '#kit/overlays.ts'
import { shortcuts, useShortcuts } from '#kit/shortcuts.ts'
import { dismiss, type Toast, useToasts } from '#kit/toasts.ts'
import styles from './toasts.module.css'

const noticeOf = (toast: Toast | undefined) =>
  toast && document.querySelector(`[data-toast="${CSS.escape(toast.key)}"]`)

/** Toasts, above everything else. A shortcut that works in dialogs and fields moves the focus to the newest one. */
export function Toasts() {
  const toasts = useToasts()
  const [isNeeded, setNeeded] = useState(false)
  const returnTo = useRef<HTMLElement>(null)
  if (toasts.length > 0 && !isNeeded) setNeeded(true)

  useShortcuts({
    [shortcuts.toast.keys[0]]: () => {
      const { activeElement } = document
      if (!activeElement?.closest('[data-toast]')) returnTo.current = activeElement as HTMLElement
      const newest = noticeOf(toasts.findLast(({ tone }) => tone === 'bad') ?? toasts.at(-1))
      newest?.querySelector<HTMLElement>('button, [role="button"]')?.focus()
    },
  })
  // A dismissed toast takes the focus with it, once it has gone.
  useEffect(() => {
    const { current: opener } = returnTo
    if (!opener || toasts.some(toast => noticeOf(toast)?.contains(document.activeElement))) return
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.closest('[data-toast]')) opener.focus()
    returnTo.current = null
  }, [toasts])

  return isNeeded && <LoadedToasts toasts={toasts} />
}

/** The toasts as antd shows them. An alarm does not wait for antd, nor does anything if antd cannot be loaded. */
function LoadedToasts({ toasts }: { toasts: readonly Toast[] }) {
  const isBusy = useIsModalOpen()
  const [hasFailed, setFailed] = useState(false)
  const { Notices } = useSyncExternalStore(antd.subscribe, antd.loaded) ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: every toast tries again
  useEffect(() => {
    if (!Notices) antd.load().catch(() => setFailed(true))
  }, [toasts, Notices])
  if (Notices) return <Notices toasts={toasts} isBusy={isBusy} />
  return (
    <div className={styles.plain} role="alert">
      {toasts
        .filter(({ isAlarm }) => isAlarm || hasFailed)
        .map(toast => (
          <PlainToast key={toast.key} toast={toast} />
        ))}
    </div>
  )
}

function PlainToast({ toast: { key, text, detail, durationMs, isStanding = false } }: { toast: Toast }) {
  useEffect(() => {
    if (isStanding) return
    const timer = setTimeout(dismiss, durationMs, key)
    return () => clearTimeout(timer)
  }, [isStanding, durationMs, key])
  return (
    <p>
      {text} {detail}
    </p>
  )
}
