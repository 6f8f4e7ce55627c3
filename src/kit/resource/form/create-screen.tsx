import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { ButtonLink } from '../../button.tsx'
import { useCanCall } from '../../current-user.ts'
import { NoAccess } from '../../no-access.tsx'
import { Page } from '../../page.tsx'
import { toast } from '../../toasts.ts'
import { useLabels } from '../labels.ts'
import { RecordState } from '../record-state.tsx'
import { recordName } from '../reference.tsx'
import type { Resource, Row } from '../resource.ts'
import styles from './create-screen.module.css'
import { formFieldsOf } from './input-kind.ts'
import { afterSave } from './leave-guard.tsx'
import { RecordForm, type SaveRecord } from './record-form.tsx'
import { RevealedSecret } from './revealed-secret.tsx'
import {
  blankValues,
  bodyOf,
  duplicateParameter,
  duplicateValues,
  filledFields,
  type Values,
} from './values.ts'

/** The form for a new record, optionally prefilled from another. */
export function CreateScreen({ of }: { of: Resource }) {
  const may = useCanCall()
  const [search] = useSearchParams()
  const model = search.get(duplicateParameter)
  if (!may(of.api.create)) return <NoAccess />
  if (!model || !may(of.api.show)) return <Create of={of} given={Object.fromEntries(search)} />
  return (
    <RecordState of={of} id={model}>
      {row => <Create key={row.id} of={of} model={row} />}
    </RecordState>
  )
}

/** State of a link to the form. */
export interface CreateState {
  /** Path to return to: the record that the new one belongs to. */
  back?: string
  /** Values that the form begins with. */
  values?: Values
}

interface CreateProps {
  of: Resource
  model?: Row
  /** Prefilled references from the URL. */
  given?: Record<string, string>
}

function Create({ of, model, given = {} }: CreateProps) {
  const { t } = useTranslation(['kit', 'common'])
  const labels = useLabels(of.name)
  const navigate = useNavigate()
  const { back, values } = (useLocation().state ?? {}) as CreateState
  const fields = useMemo(() => formFieldsOf(of.api.create?.body, of), [of])

  const [made, setMade] = useState<Row>()
  const [another, setAnother] = useState(false)
  const [count, setCount] = useState(0)
  // Refetches while someone types must not change the initial values.
  const [first] = useState(() => {
    if (model) return duplicateValues(model, fields)
    const known = Object.entries(given).filter(([name]) => fields.get(name)?.reference)
    return { ...blankValues(fields), ...of.initial, ...values, ...Object.fromEntries(known) }
  })

  /** Continues to where the form was opened, else to the new record or, to create another, to an empty form. */
  async function goOn(row: Row) {
    if (!another) return navigate(back ?? `${of.path}/${row.id}`, afterSave)
    setMade(undefined)
    setCount(count + 1)
  }

  async function send(values: Values, write: SaveRecord) {
    const row = await write(bodyOf(values, filledFields(values, fields)))
    toast({
      tone: 'good',
      text: t('form.created', { name: recordName(of, row) }),
      ...(back && { actions: [{ text: t('open'), run: () => void navigate(`${of.path}/${row.id}`) }] }),
    })
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
        cancel={<ButtonLink to={back ?? of.path}>{t('common:cancel')}</ButtonLink>}
        choice={
          <label className={styles.another}>
            <input type="checkbox" checked={another} onChange={event => setAnother(event.target.checked)} />
            {t('form.another')}
          </label>
        }
        send={send}
      />
      {made && <RevealedSecret of={of} row={made} onKept={() => goOn(made)} />}
    </Page>
  )
}
