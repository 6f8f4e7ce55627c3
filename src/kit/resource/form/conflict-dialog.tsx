import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { Dialog } from '../../dialog.tsx'
import type { Labels } from '../labels.ts'
import { Value } from '../value.tsx'
import styles from './conflict-dialog.module.css'
import type { Difference, Side } from './values.ts'

interface ConflictDialogProps {
  differences: readonly Difference[]
  labels: Labels
  /** Called with the side to keep of each field. */
  resolve: (sides: Readonly<Record<string, Side>>) => void
  close: () => void
}

const sides: readonly Side[] = ['mine', 'theirs']

/** Asks which value to save of each field that both sides changed. */
export function ConflictDialog({ differences, labels, resolve, close }: ConflictDialogProps) {
  const { t } = useTranslation('kit')
  const [sidesByField, setSidesByField] = useState<Record<string, Side>>(() =>
    Object.fromEntries(differences.map(({ field }) => [field.name, 'mine'])),
  )
  return (
    <Dialog
      wide
      title={t('form.conflict')}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{t('form.stay')}</Button>
          <Button variant="main" onClick={() => resolve(sidesByField)}>
            {t('form.take')}
          </Button>
        </>
      }
    >
      <p>{t('form.conflictText')}</p>
      <table className={styles.versions}>
        <thead>
          <tr>
            <th scope="col">{t('show.field')}</th>
            {sides.map(side => (
              <th key={side} scope="col">
                {t(`form.${side}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {differences.map(difference => {
            const { field } = difference
            return (
              <tr key={field.name}>
                <th scope="row">{labels.field(field.name)}</th>
                {sides.map(side => (
                  <td key={side}>
                    <label className={styles.version}>
                      <input
                        type="radio"
                        name={field.name}
                        aria-label={`${labels.field(field.name)}: ${t(`form.${side}`)}`}
                        checked={sidesByField[field.name] === side}
                        onChange={() => setSidesByField({ ...sidesByField, [field.name]: side })}
                      />
                      <span>
                        <Value field={field} value={difference[side]} labels={labels} />
                      </span>
                    </label>
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </Dialog>
  )
}
