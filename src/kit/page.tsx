import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './page.module.css'

interface PageProps {
  title: string
  /** Document title, if different from the heading. */
  tab?: string
  /** One sentence about the screen's purpose. */
  lead?: ReactNode
  /** Time range picker. */
  range?: ReactNode
  /** When the data was loaded. */
  freshness?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A screen: document title, heading, actions and content. */
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
            {actions}
            {range}
          </div>
        )}
      </header>
      {children}
    </div>
  )
}

/** Document title; React hoists it into the head. */
export function PageTitle({ children }: { children: string }) {
  const { t } = useTranslation()
  return <title>{`${children} · ${t('product')}`}</title>
}
