import { useTranslation } from 'react-i18next'
import type { EndpointStatus } from '#contract/platform/rate-limits.ts'
import { useFormat } from '#kit/format.ts'
import styles from './counters.module.css'

interface CountersProps {
  endpoints: readonly EndpointStatus[]
  /** Violations of the last 24 hours. */
  lastDay: number
}

/** The four headline figures of rate limiting. */
export function Counters({ endpoints, lastDay }: CountersProps) {
  const { t } = useTranslation('rate-limits')
  const format = useFormat()
  const healthy = endpoints.filter(({ status }) => status === 'healthy').length
  const figures = {
    classes: endpoints.length,
    healthy,
    near: endpoints.length - healthy,
    violations: lastDay,
  }
  const isBad = (name: string, figure: number) => (name === 'near' || name === 'violations') && figure > 0
  return (
    <dl className={styles.counters}>
      {(Object.keys(figures) as (keyof typeof figures)[]).map(name => (
        <div key={name} className={styles.counter}>
          <dt>{t(`counters.${name}`)}</dt>
          <dd className={isBad(name, figures[name]) ? styles.bad : undefined}>
            {format.number(figures[name])}
          </dd>
        </div>
      ))}
    </dl>
  )
}
