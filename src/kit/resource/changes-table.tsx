import { useTranslation } from 'react-i18next'
import type { Change } from './changes.ts'
import styles from './changes-table.module.css'
import { useLabels } from './labels.ts'
import type { Resource } from './resource.ts'
import { Value } from './value.tsx'

interface ChangesTableProps {
  changes: readonly Change[]
  /** Whose fields they are, where that is known: then they are named and drawn as everywhere. */
  of?: Resource
}

/** What each field was, and what it became. */
export function ChangesTable({ changes, of }: ChangesTableProps) {
  const { t } = useTranslation('kit')
  const labels = useLabels(of?.name ?? 'activity-logs')
  const draw = (name: string, value: unknown) => {
    const field = of?.fields.get(name)
    if (field) return <Value field={field} value={value} labels={labels} />
    if (value === null) return t('notThere')
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">{t('show.field')}</th>
          <th scope="col">{t('show.before')}</th>
          <th scope="col">{t('show.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{labels.field(field)}</th>
            <td className={styles.before}>{draw(field, before)}</td>
            <td>{draw(field, after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
