import AlertFilled from '@ant-design/icons/AlertFilled'
import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled'
import QuestionCircleFilled from '@ant-design/icons/QuestionCircleFilled'
import WarningFilled from '@ant-design/icons/WarningFilled'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Alert, alerts } from '#contract/alerts/alerts.ts'
import { Button } from '#kit/button.tsx'
import { useCanCall } from '#kit/current-user.ts'
import { useFormat } from '#kit/format.ts'
import styles from './banner.module.css'
import { ClearDialog } from './clear-dialog.tsx'

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
  /** The person that the screen is about; undefined for everyone. */
  person: { id: string; name: string } | undefined
  /** Number of open alerts, of that person or of everyone. */
  openAlerts: number
  /** The open alerts themselves, as far as they are loaded. */
  queue: readonly Alert[]
}

/** Emergency banner. Clearing dismisses the banner; it does not mean that anyone has responded. */
export function Banner({ standing, asOf, person, openAlerts, queue }: BannerProps) {
  const { t } = useTranslation('emergency')
  const format = useFormat()
  const may = useCanCall()
  const [isClearing, setClearing] = useState(false)
  const uncleared = queue.filter(({ cleared_at }) => cleared_at === null)
  const named = person && { name: person.name }

  return (
    <>
      <section
        className={styles.banner}
        data-standing={standing}
        role="status"
        aria-label={t('banner.title')}
      >
        <span className={styles.icon} aria-hidden>
          {icons[standing]}
        </span>
        <p className={styles.text}>
          <strong>{standing === 'unready' ? t('notProcessed.title') : t(`banner.${standing}`)}</strong>
          <span>
            {openAlerts > 0 && (standing === 'active' || standing === 'ready') && (
              <Link to={person ? `/emergency/queue?person=${person.id}` : '/emergency/queue'}>
                {named
                  ? t('banner.openFor', { count: openAlerts, ...named })
                  : t('banner.open', { count: openAlerts })}
              </Link>
            )}
            {openAlerts === 0 &&
              standing === 'ready' &&
              (named ? t('banner.noneFor', named) : t('banner.none'))}
            {standing === 'unready' && t('notProcessed.text')}
            {standing === 'unknown' && t('status.asOf', { time: format.time(asOf) })}
          </span>
        </p>
        {standing === 'active' && uncleared.length > 0 && may(alerts.clear) && (
          <Button aria-haspopup="dialog" onClick={() => setClearing(true)}>
            {t('banner.clear')}
          </Button>
        )}
      </section>
      {isClearing && <ClearDialog queue={uncleared} onClose={() => setClearing(false)} />}
    </>
  )
}
