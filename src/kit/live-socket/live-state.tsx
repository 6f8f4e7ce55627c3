import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'
import { Badge } from '../resource/badge.tsx'
import styles from './live-state.module.css'
import type { SocketTrouble } from './state.ts'
import type { LiveConnection } from './use-live-socket.ts'

/** How the live connection of a screen is, and the way back once it has given up. */
export function LiveState({ of: { state, connect } }: { of: LiveConnection }) {
  const { t } = useTranslation('live')
  const { status, trouble } = state
  const textOf = (trouble: SocketTrouble) =>
    trouble.kind === 'lost' ? t('lost', { code: trouble.code }) : t(trouble.kind)
  const isOver = status === 'closed' && (!trouble || trouble.kind === 'gave_up')
  return (
    <div className={styles.state} role="status">
      <Badge tone={status === 'connected' ? 'green' : trouble ? 'yellow' : 'grey'}>
        {trouble && status !== 'connected' ? textOf(trouble) : t(status)}
      </Badge>
      {isOver && <Button onClick={connect}>{t('reconnect')}</Button>}
    </div>
  )
}
