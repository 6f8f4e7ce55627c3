import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Button, ButtonLink } from '../../button.tsx'
import { CopyButton } from '../../copy-button.tsx'
import { Dialog } from '../../dialog.tsx'
import { NoAccess } from '../../no-access.tsx'
import { Page } from '../../page.tsx'
import { say } from '../../toasts.ts'
import { useLabels } from '../labels.ts'
import { useMay } from '../may.ts'
import { nameIn } from '../reference.tsx'
import type { Resource, Row } from '../resource.ts'
import { formFieldsOf, RecordForm, type Write } from './record-form.tsx'
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
  const fields = useMemo(() => formFieldsOf(of.api.create?.body), [of])

  const [made, setMade] = useState<Row>()
  const open = (row: Row) => navigate(`${of.path}/${row.id}`, onceSaved)
  const blank = useMemo(() => blankValues(fields), [fields])

  async function send(values: Values, write: Write) {
    const row = await write(bodyOf(values, filledFields(values, fields)))
    say({ tone: 'good', text: t('form.created', { name: nameIn(of, row) }) })
    if (of.reveals) setMade(row)
    else await open(row)
  }

  return (
    <Page title={labels.text('create')}>
      <RecordForm
        of={of}
        fields={fields}
        first={blank}
        labels={labels}
        submit={t('create')}
        cancel={<ButtonLink to={of.path}>{t('cancel')}</ButtonLink>}
        send={send}
      />
      {made && of.reveals && (
        <Dialog
          title={labels.text('revealed')}
          onClose={() => void open(made)}
          actions={
            <Button look="main" onClick={() => void open(made)}>
              {t('form.kept')}
            </Button>
          }
        >
          <p>{labels.text('revealedHint')}</p>
          <p>
            <code>{String(made[of.reveals])}</code> <CopyButton text={String(made[of.reveals])} />
          </p>
        </Dialog>
      )}
    </Page>
  )
}
