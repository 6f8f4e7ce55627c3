import styles from './tabs.module.css'

interface TabsProps<Name extends string> {
  label: string
  /** The text of each tab. */
  tabs: Record<Name, string>
  chosen: Name
  choose: (name: Name) => void
}

/** Which part of a screen to show. */
export function Tabs<Name extends string>({ label, tabs, chosen, choose }: TabsProps<Name>) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {(Object.entries(tabs) as [Name, string][]).map(([name, text]) => (
        <button
          key={name}
          type="button"
          aria-current={name === chosen ? 'true' : undefined}
          onClick={() => choose(name)}
        >
          {text}
        </button>
      ))}
    </nav>
  )
}
