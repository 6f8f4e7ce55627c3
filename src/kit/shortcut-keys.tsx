import { Fragment } from 'react'
import styles from './keys.module.css'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
const signs: Record<string, string> = {
  Mod: isApple ? '⌘' : 'Ctrl',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowRight: '→',
  ArrowLeft: '←',
}

/** Renders the keys of a shortcut. */
export const ShortcutKeys = ({ of }: { of: string }) => (
  <span className={styles.keys} dir="ltr">
    {of.split(/[ +]/).map(key => (
      <Fragment key={key}>
        <kbd>{signs[key] ?? key.replace(/^[a-z]$/, letter => letter.toUpperCase())}</kbd>{' '}
      </Fragment>
    ))}
  </span>
)
