import { useTranslation } from 'react-i18next'
import type { Labels } from '../labels.ts'
import type { Field, Resource, Row } from '../resource.ts'
import { Value } from '../value.tsx'
import styles from './details.module.css'

/** Of no use to a reader: the ID is copied from the menu, and the history has the versions. */
const hiddenFields = ['id', 'version']

/** Shown last. */
const metadataFields = ['created_at', 'updated_at']

interface DetailsProps {
  of: Resource
  row: Row
  labels: Labels
}

/** A record's fields, followed by when it was created and changed. */
export function Details({ of, row, labels }: DetailsProps) {
  const { t } = useTranslation('kit')
  const shown = [...of.fields.values()].filter(
    ({ name, view }) => !view.hidden && !hiddenFields.includes(name),
  )
  const isMetadata = ({ name }: Field) => metadataFields.includes(name)
  const fields = [...shown.filter(field => !isMetadata(field)), ...shown.filter(isMetadata)]
  return (
    <section className={styles.details} aria-labelledby="details">
      <h2 id="details" className="spoken">
        {t('show.details')}
      </h2>
      <dl className={styles.fields}>
        {fields.map(field => (
          <div key={field.name} className={styles.field}>
            <dt>{labels.field(field.name)}</dt>
            <dd>
              <Value field={field} value={row[field.name]} labels={labels} row={row} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
