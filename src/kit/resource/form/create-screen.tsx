import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { Button, ButtonLink } from '../../button.tsx'
import { CopyButton } from '../../copy-button.tsx'
import { Dialog } from '../../dialog.tsx'
import { NoAccess } from '../../no-access.tsx'
import { Page } from '../../page.tsx'
import { say } from '../../toasts.ts'
import { useLabels } from '../labels.ts'
import { useMay } from '../may.ts'
import { RecordState } from '../record-state.tsx'
import { nameIn } from '../reference.tsx'
import type { Resource, Row } from '../resource.ts'
import styles from './create-screen.module.css'
import { duplicateOf, duplicateValues } from './duplicate.ts'
import { formFieldsOf } from './form-fields.ts'
import { RecordForm, type Write } from './record-form.tsx'
import { onceSaved } from './use-leave-guard.ts'
import { blankValues, bodyOf, filledFields, type Values } from './values.ts'

/** The form of a new record, which may begin as a duplicate of another. */
export function CreateScreen({ of }: { of: Resource }) {
  const may = useMay()
  const [search] = useSearchParams()
  const model = search.get(duplicateOf)
  if (!may(of.api.create)) return <NoAccess />
  if (!model || !may(of.api.show)) return <Create of={of} given={Object.fromEntries(search)} />
  return (
    <RecordState of={of} id={model}>
      {row => <Create key={row.id} of={of} model={row} />}
    </RecordState>
  )
}

interface CreateProps {
  of: Resource
  model?: Row
  /** What the address says of the record that is to be: to whom it belongs. */
  given?: Record<string, string>
}

function Create({ of, model, given = {} }: CreateProps) {
  const { t } = useTranslation(['kit', 'common'])
  const labels = useLabels(of.name)
  const navigate = useNavigate()
  const fields = useMemo(() => formFieldsOf(of.api.create?.body, of), [of])

  const [made, setMade] = useState<Row>()
  const [another, setAnother] = useState(false)
  const [count, setCount] = useState(0)
  // What is read anew while someone types must not change what they began with.
  const [first] = useState(() => {
    if (model) return duplicateValues(model, fields)
    const known = Object.entries(given).filter(([name]) => fields.get(name)?.reference)
    return { ...blankValues(fields), ...Object.fromEntries(known) }
  })

  /** Goes on to the new record or, if another is to follow, to a fresh form. */
  function goOn(row: Row) {
    if (!another) return navigate(`${of.path}/${row.id}`, onceSaved)
    setMade(undefined)
    setCount(count + 1)
  }

  async function send(values: Values, write: Write) {
    const row = await write(bodyOf(values, filledFields(values, fields)))
    say({ tone: 'good', text: t('form.created', { name: nameIn(of, row) }) })
    if (of.reveals) setMade(row)
    else await goOn(row)
  }

  return (
    <Page title={labels.text('create')}>
      <RecordForm
        key={count}
        of={of}
        fields={fields}
        first={first}
        labels={labels}
        submit={t('create')}
        cancel={<ButtonLink to={of.path}>{t('common:cancel')}</ButtonLink>}
        choice={
          <label className={styles.another}>
            <input type="checkbox" checked={another} onChange={event => setAnother(event.target.checked)} />
            {t('form.another')}
          </label>
        }
        send={send}
      />
      {made && of.reveals && (
        <Dialog
          title={labels.text('revealed')}
          onClose={() => void goOn(made)}
          actions={
            <Button look="main" onClick={() => void goOn(made)}>
              {t('form.kept')}
            </Button>
          }
        >
          <p>{labels.text('revealedHint')}</p>
          {of.revealing?.(made)}
          <p>
            <code>{String(made[of.reveals])}</code> <CopyButton text={String(made[of.reveals])} />
          </p>
        </Dialog>
      )}
    </Page>
  )
}
