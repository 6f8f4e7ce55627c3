import AlertFilled from '@ant-design/icons/AlertFilled'
import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled'
import QuestionCircleFilled from '@ant-design/icons/QuestionCircleFilled'
import WarningFilled from '@ant-design/icons/WarningFilled'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Alert, alerts } from '#contract/alerts/alerts.ts'
import { useAlertAction } from '#kit/alerts/use-alert-action.ts'
import { Button } from '#kit/button.tsx'
import { useCanCall } from '#kit/current-user.ts'
import { useFormat } from '#kit/format.ts'
import styles from './banner.module.css'

/** `ready` requires a recent status and alarm processing on time; missing data is `unknown`. */
export type BannerState = 'ready' | 'active' | 'unready' | 'unknown'

const icons: Record<BannerState, ReactNode> = {
  ready: <CheckCircleFilled />,
  active: <AlertFilled />,
  unready: <WarningFilled />,
  unknown: <QuestionCircleFilled />,
}

interface BannerProps {
  standing: BannerState
  /** When the status was read. */
  asOf: string
  /** Open alerts. */
  queue: readonly Alert[]
}

/** Emergency banner. Clearing dismisses the banner; it does not mean that anybody has responded. */
export function Banner({ standing, asOf, queue }: BannerProps) {
  const { t } = useTranslation('emergency')
  const format = useFormat()
  const may = useCanCall()
  const { act, pending } = useAlertAction()
  const unclearedAlerts = queue.filter(({ cleared_at }) => cleared_at === null)

  async function clear() {
    for (const { id } of unclearedAlerts) {
      if ((await act(alerts.clear, { params: { id } }, { failed: t('banner.failed') })) === null) return
    }
  }

  return (
    <section className={styles.banner} data-standing={standing} role="status" aria-label={t('banner.title')}>
      <span className={styles.icon} aria-hidden>
        {icons[standing]}
      </span>
      <p className={styles.text}>
        <strong>{standing === 'unready' ? t('notProcessed.title') : t(`banner.${standing}`)}</strong>
        <span>
          {standing === 'active' && (
            <Link to="/emergency/queue">{t('banner.open', { count: queue.length })}</Link>
          )}
          {standing === 'ready' && t('banner.none')}
          {standing === 'unready' && t('notProcessed.text')}
          {standing === 'unknown' && t('status.asOf', { time: format.time(asOf) })}
        </span>
      </p>
      {standing === 'active' && may(alerts.clear) && (
        <Button pending={pending} onClick={() => void clear()}>
          {t('banner.clear')}
        </Button>
      )}
    </section>
  )
}
