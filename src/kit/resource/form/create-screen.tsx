import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ButtonLink } from '../../button.tsx'
import { NoAccess } from '../../no-access.tsx'
import { Page } from '../../page.tsx'
import { say } from '../../toasts.ts'
import { useLabels } from '../labels.ts'
import { useMay } from '../may.ts'
import { nameIn } from '../reference.tsx'
import type { Resource } from '../resource.ts'
import { useSave } from '../rows.ts'
import { formFieldsOf, RecordForm } from './record-form.tsx'
import { onceSaved } from './use-leave-guard.ts'
import { blankValues, bodyOf, filledFields, type Values } from './values.ts'

/** The form of a new record. */
export function CreateScreen({ of }: { of: Resource }) {
  const may = useMay()
  return may(of.api.create) ? <Create of={of} /> : <NoAccess />
}

function Create({ of }: { of: Resource }) {
  const { t } = useTranslation('kit')
  const labels = useLabels(of.name)
  const navigate = useNavigate()
  const { create, pending } = useSave(of)
  const fields = useMemo(() => formFieldsOf(of.api.create?.body), [of])

  const blank = useMemo(() => blankValues(fields), [fields])

  async function send(values: Values) {
    const row = await create(bodyOf(values, filledFields(values, fields)))
    say({ tone: 'good', text: t('form.created', { name: nameIn(of, row) }) })
    await navigate(`${of.path}/${row.id}`, onceSaved)
  }

  return (
    <Page title={labels.text('create')}>
      <RecordForm
        record="new"
        fields={fields}
        first={blank}
        labels={labels}
        submit={t('create')}
        pending={pending}
        cancel={<ButtonLink to={of.path}>{t('cancel')}</ButtonLink>}
        send={send}
      />
    </Page>
  )
}
