import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import type { FeedState } from '#kit/device-feed/feed.ts'
import { Badge, type Tone } from '#kit/resource/badge.tsx'
import styles from './device-events.module.css'

const tones: Record<FeedState['mode'], Tone> = {
  starting: 'grey',
  live: 'green',
  polling: 'yellow',
  stopped: 'red',
}

/** Current feed mode (stream or polling), announced when it changes. */
export function FeedMode({ mode, interval, retry }: FeedState & { retry: () => void }) {
  const { t } = useTranslation('events')
  return (
    <span className={styles.mode}>
      <span role="status">
        <Badge tone={tones[mode]}>{t(`mode.${mode}`, { seconds: Math.round(interval / 1000) })}</Badge>
      </span>
      {mode === 'stopped' && <Button onClick={retry}>{t('mode.retry')}</Button>}
    </span>
  )
}
