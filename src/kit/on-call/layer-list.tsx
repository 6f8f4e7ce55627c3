import { useTranslation } from 'react-i18next'
import type { OnCallLayer } from '#contract/alerts/on-call.ts'
import styles from '../ladder/ladder.module.css'
import { WindowList } from './window-list.tsx'

/** Read-only list of a schedule's layers. */
export function LayerList({ layers }: { layers: readonly OnCallLayer[] }) {
  const { t } = useTranslation('on-call')
  return (
    <ol className={styles.read}>
      {layers.map(({ name, rotation, every, handover_at, windows }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a layer is nothing but its values
        <li key={at}>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          {' · '}
          {t(`repeats.${rotation}`, { count: every })} · {handover_at}
          {windows.length > 0 && (
            <small>
              <WindowList windows={windows} />
            </small>
          )}
        </li>
      ))}
    </ol>
  )
}
