import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled'
import CloseOutlined from '@ant-design/icons/CloseOutlined'
import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled'
import InfoCircleFilled from '@ant-design/icons/InfoCircleFilled'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import { dismiss, type Toast, useToasts } from '#kit/toasts.ts'
import styles from './toasts.module.css'

const icons = { good: <CheckCircleFilled />, bad: <ExclamationCircleFilled />, info: <InfoCircleFilled /> }

/** One toast. Its timer pauses on hover and focus. */
function Message({ toast: { key, tone, text, detail, action, durationMs } }: { toast: Toast }) {
  const { t } = useTranslation()
  const [isPaused, setPaused] = useState(false)
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
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <span className={styles.icon} aria-hidden>
        {icons[tone]}
      </span>
      <span className={styles.text}>
        {text}
        {detail && <small>{detail}</small>}
      </span>
      {action && (
        <Button
          variant="quiet"
          onClick={() => {
            dismiss(key)
            action.run()
          }}
        >
          {action.text}
        </Button>
      )}
      <Button
        variant="quiet"
        icon={<CloseOutlined />}
        aria-label={t('dismiss')}
        onClick={() => dismiss(key)}
      />
    </div>
  )
}

/** Toast container. */
export function Toasts() {
  const toasts = useToasts()
  return (
    <div className={styles.toasts}>
      {toasts.map(toast => (
        <Message key={toast.key} toast={toast} />
      ))}
    </div>
  )
}
