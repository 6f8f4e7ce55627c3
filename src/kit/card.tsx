import type { ReactNode } from 'react'
import styles from './card.module.css'
import { PageTitle } from './page.tsx'

interface CardProps {
  title: string
  lead?: ReactNode
  children: ReactNode
  /** Links below the card. */
  footer?: ReactNode
}

/** Layout of the public forms: one centered card. */
export function Card({ title, lead, children, footer }: CardProps) {
  return (
    <div className={styles.frame}>
      <PageTitle>{title}</PageTitle>
      <section className={styles.card}>
        <div>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {children}
      </section>
      {footer && <p className={styles.footer}>{footer}</p>}
    </div>
  )
}
