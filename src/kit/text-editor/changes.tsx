import { type Forms, formNames } from '#contract/localisation/text-rules.ts'
import { diffWords } from './diff-words.ts'
import styles from './text-editor.module.css'

/** A text with removed and added words marked. */
export function Difference({ before, after }: { before: string; after: string }) {
  return diffWords(before, after).map(({ kind, text }, index) => {
    const key = `${index} ${text}`
    if (kind === 'gone') return <del key={key}>{text}</del>
    return kind === 'new' ? <ins key={key}>{text}</ins> : <span key={key}>{text}</span>
  })
}

/** The forms that differ. */
export function Changes({ before, after, language }: { before: Forms; after: Forms; language: string }) {
  const changed = formNames.filter(form => before[form] !== after[form])
  return changed.map(form => (
    <p key={form} lang={language} dir="auto" className={styles.changes}>
      <Difference before={before[form] ?? ''} after={after[form] ?? ''} />
    </p>
  ))
}
