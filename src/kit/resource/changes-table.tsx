import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from './badge.tsx'
import styles from './changes-table.module.css'
import { useLabels } from './labels.ts'
import type { Resource } from './resource.ts'
import { Value } from './value.tsx'

interface ChangesTableProps {
  changes: readonly Change[]
  /** The resource of the fields, if known: then fields are named and formatted as elsewhere. */
  of?: Resource
}

/** Before and after values of each field. */
export function ChangesTable({ changes, of }: ChangesTableProps) {
  const { t } = useTranslation('kit')
  const labels = useLabels(of?.name ?? 'activity-logs')
  const draw = (name: string, value: unknown) => {
    const field = of?.fields.get(name)
    if (field) return <Value field={field} value={value} labels={labels} />
    if (value === null) return t('none')
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

/** Change of one field. */
export interface Change {
  field: string
  before: unknown
  after: unknown
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Splits a log entry's details into changed fields (`before`, `after`) and the rest. */
export function parseChanges(details: Record<string, unknown>): {
  changes: Change[]
  rest: Record<string, unknown>
} {
  const { before, after, ...rest } = details
  if (!isRecord(before) && !isRecord(after)) return { changes: [], rest: details }
  const [old, now] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}]
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  const changes = fields
    .map(field => ({ field, before: old[field] ?? null, after: now[field] ?? null }))
    .filter(change => JSON.stringify(change.before) !== JSON.stringify(change.after))
  return { changes, rest }
}

const tones: readonly [words: RegExp, tone: Tone][] = [
  [/create/i, 'green'],
  [/update|edit/i, 'blue'],
  [/delete|remove/i, 'red'],
  [/view|read/i, 'grey'],
]

/** Colour of an action: create green, update blue, delete red, view grey, others purple. */
export const actionTone = (action: string): Tone =>
  tones.find(([words]) => words.test(action))?.[1] ?? 'purple'

interface ActionBadgeProps {
  action: string
  /** Translated name. */
  label: string
}

/** An action as a coloured badge. */
export const ActionBadge = ({ action, label }: ActionBadgeProps) => (
  <Badge tone={actionTone(action)}>{label}</Badge>
)
