import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled'
import CloseCircleFilled from '@ant-design/icons/CloseCircleFilled'
import { useTranslation } from 'react-i18next'
import type { alerts } from '#contract/alerts/alerts.ts'
import type { ReplyOf } from '#contract/kit/endpoint.ts'
import { formatDuration } from '#kit/alerts/duration.ts'
import { useFormat } from '#kit/format.ts'
import styles from './service-level.module.css'

const percentiles = ['p50', 'p90', 'p975', 'p99'] as const

/** Acknowledgement times of the last 30 days against the targets. */
export function ServiceLevel({ level }: { level: ReplyOf<typeof alerts.serviceLevel> }) {
  const { t } = useTranslation('emergency')
  const format = useFormat()
  return (
    <div className={styles.level}>
      <ul>
        {level.targets.map(({ within, share, target, met }) => (
          <li key={within} data-met={met}>
            {met ? <CheckCircleFilled aria-hidden /> : <CloseCircleFilled aria-hidden />}
            <span>
              {t('level.target', { share: format.percent(share * 100), time: formatDuration(within) })}
              <small>{t(met ? 'level.met' : 'level.missed', { target: format.percent(target * 100) })}</small>
            </span>
          </li>
        ))}
      </ul>
      <dl>
        {percentiles.map(name => {
          const seconds = level.percentiles[name]
          return (
            <div key={name}>
              <dt>{t(`level.${name}`)}</dt>
              <dd className="numbers">{seconds === null ? '–' : formatDuration(seconds)}</dd>
            </div>
          )
        })}
      </dl>
      <p>
        {t('level.alerts', { count: level.alerts })} {t('level.never', { count: level.never_acknowledged })}
      </p>
    </div>
  )
}
