import styles from './record-picker.module.css'
import { useRecordName } from './reference.tsx'

interface RecordDetailsProps {
  details?: readonly string[] | undefined
  /** Id of its organization. */
  organization?: string | undefined
}

/** Distinguishes records with the same name. */
export function RecordDetails({ details = [], organization }: RecordDetailsProps) {
  const { name } = useRecordName('organizations', organization)
  const parts = name === undefined ? details : [...details, name]
  return parts.length > 0 && <small className={styles.details}>{parts.join(' · ')}</small>
}
