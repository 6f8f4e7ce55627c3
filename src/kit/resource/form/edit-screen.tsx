import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { ButtonLink } from '../../button.tsx'
import { NoAccess } from '../../no-access.tsx'
import { Page } from '../../page.tsx'
import { useMay } from '../may.ts'
import { RecordState } from '../record-state.tsx'
import { nameIn } from '../reference.tsx'
import type { Resource } from '../resource.ts'
import { EditForm } from './edit-form.tsx'
import { onceSaved } from './use-leave-guard.ts'

/** The form of a record that is there. */
export function EditScreen({ of }: { of: Resource }) {
  const { t } = useTranslation(['kit', 'common'])
  const may = useMay()
  const navigate = useNavigate()
  const { id = '' } = useParams()
  if (!may(of.api.update)) return <NoAccess />
  return (
    <RecordState of={of} id={id}>
      {row => (
        <Page title={`${t('edit')}: ${nameIn(of, row)}`}>
          <EditForm
            key={row.id}
            of={of}
            read={row}
            cancel={<ButtonLink to={`${of.path}/${row.id}`}>{t('common:cancel')}</ButtonLink>}
            done={() => navigate(`${of.path}/${row.id}`, onceSaved)}
          />
        </Page>
      )}
    </RecordState>
  )
}
