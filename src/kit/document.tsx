import styles from './document.module.css'
import { PageTitle } from './page.tsx'

interface DocumentProps {
  title: string
  lead: string
  sections: readonly { title: string; text: string }[]
}

/** A page of prose: terms, policies. */
export const Document = ({ title, lead, sections }: DocumentProps) => (
  <article className={styles.document}>
    <PageTitle>{title}</PageTitle>
    <h1>{title}</h1>
    <p className={styles.lead}>{lead}</p>
    {sections.map(section => (
      <section key={section.title}>
        <h2>{section.title}</h2>
        <p>{section.text}</p>
      </section>
    ))}
  </article>
)
