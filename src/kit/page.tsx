import type { ReactNode } from 'react'
import styles from './page.module.css'
import { PageTitle } from './page-title.tsx'

interface PageProps {
  title: string
  /** The tab's title, where it is not the heading. */
  tab?: string
  /** One sentence on what the screen is for. */
  lead?: ReactNode
  /** The choice of the time that the figures cover. */
  range?: ReactNode
  /** When the figures were read. */
  freshness?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A screen: its title in the tab and at the top, what acts on the whole of it beside, its content below. */
export function Page({ title, tab = title, lead, range, freshness, actions, children }: PageProps) {
  return (
    <div className={styles.page}>
      <PageTitle>{tab}</PageTitle>
      <header className={styles.header}>
        <div className={styles.heading}>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {(range || freshness || actions) && (
          <div className={styles.tools}>
            {freshness}
            {range}
            {actions}
          </div>
        )}
      </header>
      {children}
    </div>
  )
}
