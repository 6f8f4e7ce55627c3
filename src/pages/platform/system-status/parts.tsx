import { useTranslation } from 'react-i18next'
import type { SystemPart } from '#contract/platform/system.ts'
import { Panel } from '#kit/analytics/panel.tsx'
import { Badge } from '#kit/resource/badge.tsx'
import styles from './system-status.module.css'

const tones = { ok: 'green', away: 'red', not_configured: 'grey' } as const

/** The active adapter of each external part. */
export function Parts({ of }: { of: readonly SystemPart[] }) {
  const { t } = useTranslation('system')
  return (
    <Panel title={t('parts.title')}>
      <dl className={styles.lines}>
        {of.map(({ part, adapter, embedded, state }) => (
          <div key={part}>
            <dt>{t(`parts.part.${part}`)}</dt>
            <dd>
              <span>
                {adapter}
                {embedded && <small> · {t('parts.embedded')}</small>}
              </span>
              <Badge tone={tones[state]}>{t(`parts.state.${state}`)}</Badge>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
