import { useTranslation } from 'react-i18next'
import { voiceLanguages } from '#contract/conversations/voice-languages.ts'
import { useFormat } from '#kit/format.ts'
import styles from './counts.module.css'

interface CountsProps {
  /** Languages with a selected voice. */
  configured: number | undefined
  /** Languages with an available voice. */
  ready: number
  /** Voices of the selected language. */
  available: number | undefined
}

/** Counts of configured voices; a dash while unknown. */
export function Counts({ configured, ready, available }: CountsProps) {
  const { t } = useTranslation('voices')
  const format = useFormat()
  const counts = { total: voiceLanguages.length, configured, ready, available }
  return (
    <dl className={styles.counts}>
      {Object.entries(counts).map(([name, count]) => (
        <div key={name}>
          <dt>{t(`counts.${name as keyof typeof counts}`)}</dt>
          <dd className="numbers">{count === undefined ? '–' : format.number(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
