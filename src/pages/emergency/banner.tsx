import AlertFilled from '@ant-design/icons/AlertFilled'
import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Alert, alerts } from '#contract/alerts.ts'
import { useAct } from '#kit/alerts/use-act.ts'
import { Button } from '#kit/button.tsx'
import { useMay } from '#kit/resource/may.ts'
import styles from './banner.module.css'

interface BannerProps {
  isActive: boolean
  /** The alerts that are not over. */
  queue: readonly Alert[]
}

/** Whether there is an emergency. Clearing it puts the banner away and says nothing of whether anybody helps. */
export function Banner({ isActive, queue }: BannerProps) {
  const { t } = useTranslation('emergency')
  const may = useMay()
  const { act, pending } = useAct()
  const uncleared = queue.filter(({ cleared_at }) => cleared_at === null)

  async function clear() {
    for (const { id } of uncleared) {
      if ((await act(alerts.clear, { params: { id } }, { failed: t('banner.failed') })) === null) return
    }
  }

  return (
    <section
      className={styles.banner}
      data-active={isActive || undefined}
      role="status"
      aria-label={t('banner.title')}
    >
      <span className={styles.icon} aria-hidden>
        {isActive ? <AlertFilled /> : <CheckCircleFilled />}
      </span>
      <p className={styles.text}>
        <strong>{t(isActive ? 'banner.active' : 'banner.ready')}</strong>
        <span>
          {isActive ? (
            <Link to="/emergency/queue">{t('banner.open', { count: queue.length })}</Link>
          ) : (
            t('banner.none')
          )}
        </span>
      </p>
      {isActive && may(alerts.clear) && (
        <Button pending={pending} onClick={() => void clear()}>
          {t('banner.clear')}
        </Button>
      )}
    </section>
  )
}
