import AlertFilled from '@ant-design/icons/AlertFilled'
import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled'
import QuestionCircleFilled from '@ant-design/icons/QuestionCircleFilled'
import WarningFilled from '@ant-design/icons/WarningFilled'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Alert, alerts } from '#contract/alerts/alerts.ts'
import { useAct } from '#kit/alerts/use-act.ts'
import { Button } from '#kit/button.tsx'
import { useFormat } from '#kit/format.ts'
import { useMay } from '#kit/resource/may.ts'
import styles from './banner.module.css'

/** Ready only while that was heard lately and alarms are processed: silence is not safety. */
export type Standing = 'ready' | 'active' | 'unready' | 'unknown'

const icons: Record<Standing, ReactNode> = {
  ready: <CheckCircleFilled />,
  active: <AlertFilled />,
  unready: <WarningFilled />,
  unknown: <QuestionCircleFilled />,
}

interface BannerProps {
  standing: Standing
  /** As of when it is so. */
  asOf: string
  /** The alerts that are not over. */
  queue: readonly Alert[]
}

/** Whether there is an emergency. Clearing it puts the banner away and says nothing of whether anybody helps. */
export function Banner({ standing, asOf, queue }: BannerProps) {
  const { t } = useTranslation('emergency')
  const format = useFormat()
  const may = useMay()
  const { act, pending } = useAct()
  const uncleared = queue.filter(({ cleared_at }) => cleared_at === null)

  async function clear() {
    for (const { id } of uncleared) {
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
