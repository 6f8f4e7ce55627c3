import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { Button } from '../button.tsx'
import { download } from '../download.ts'
import { say } from '../toasts.ts'
import styles from './proof-file.module.css'

const days = { '24h': 1, '7d': 7, '30d': 30, '90d': 90 } as const
type Span = keyof typeof days

/** Downloads the rows sealed lately, with all that proves them where there is no server. */
export function ProofFile() {
  const { t } = useTranslation('kit')
  const [span, setSpan] = useState<Span>('7d')
  const [going, setGoing] = useState(false)
  const stopper = useRef<AbortController>(null)
  useEffect(() => () => stopper.current?.abort(), [])

  async function save() {
    stopper.current = new AbortController()
    const { signal } = stopper.current
    const now = Date.now()
    const name = `activity-log ${new Date(now).toISOString().slice(0, 10)}.jsonl`
    const from = new Date(now - days[span] * 86_400_000).toISOString()
    setGoing(true)
    try {
      await download(activityLogs.proof, { query: { from }, signal }, name, () => {})
      say({ tone: 'good', text: t('export.done', { name }) })
    } catch (error) {
      if (!signal.aborted) {
        say({ tone: 'bad', text: t('export.failed'), detail: error instanceof Error ? error.message : '' })
      }
    }
    setGoing(false)
  }

  return (
    <div className={styles.file}>
      <p>{t('proof.file')}</p>
      <label>
        {t('proof.span')}{' '}
        <select value={span} onChange={({ target }) => setSpan(target.value as Span)}>
          {(Object.keys(days) as Span[]).map(name => (
            <option key={name} value={name}>
              {t(`filter.spans.${name}`)}
            </option>
          ))}
        </select>
      </label>
      <Button pending={going} onClick={() => void save()}>
        {t('proof.download')}
      </Button>
    </div>
  )
}
