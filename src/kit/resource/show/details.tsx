import { useTranslation } from 'react-i18next'
import type { Labels } from '../labels.ts'
import type { Field, Resource, Row } from '../resource.ts'
import { Value } from '../value.tsx'
import styles from './details.module.css'

/** Metadata that every record has. */
const metadataFields = ['id', 'version', 'created_at', 'updated_at']

interface DetailsProps {
  of: Resource
  row: Row
  labels: Labels
}

/** A record's fields, followed by its metadata. */
export function Details({ of, row, labels }: DetailsProps) {
  const { t } = useTranslation('kit')
  const groups = Object.groupBy(of.fields.values(), ({ name }) =>
    metadataFields.includes(name) ? 'record' : 'details',
  )
  return (
    <div className={styles.groups}>
      {(['details', 'record'] as const).map(group => (
        <section key={group} className={styles.group} aria-labelledby={group}>
          <h2 id={group}>{t(`show.${group}`)}</h2>
          <dl className={styles.fields}>
            {groups[group]?.map((field: Field) => (
              <div key={field.name} className={styles.field}>
                <dt>{labels.field(field.name)}</dt>
                <dd>
                  <Value field={field} value={row[field.name]} labels={labels} row={row} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
