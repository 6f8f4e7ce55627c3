import { useEffect, useRef } from 'react'
import { useFormat } from '../../format.ts'
import styles from './tabs.module.css'

interface Tab {
  text: string
  /** Number of items. */
  count?: number | undefined
}

interface TabsProps {
  label: string
  tabs: Record<string, Tab>
  chosen: string
  choose: (name: string) => void
}

/** Selects a section of the screen. */
export function Tabs({ label, tabs, chosen, choose }: TabsProps) {
  const format = useFormat()
  const nav = useRef<HTMLElement>(null)
  // On narrow screens the tabs scroll; bring the selected one into view.
  useEffect(() => {
    const button = nav.current?.children[Object.keys(tabs).indexOf(chosen)]
    button?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [tabs, chosen])
  return (
    <nav ref={nav} className={styles.tabs} aria-label={label}>
      {Object.entries(tabs).map(([name, { text, count }]) => (
        <button
          key={name}
          type="button"
          aria-current={name === chosen ? 'true' : undefined}
          onClick={() => choose(name)}
        >
          {text} {count !== undefined && <span className={styles.count}>{format.number(count)}</span>}
        </button>
      ))}
    </nav>
  )
}
