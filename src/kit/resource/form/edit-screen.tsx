import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { ButtonLink } from '../../button.tsx'
import { useCanCall } from '../../current-user.ts'
import { NoAccess } from '../../no-access.tsx'
import { Page } from '../../page.tsx'
import { RecordOthers } from '../record-others.tsx'
import { isGoneError, RecordState } from '../record-state.tsx'
import { recordName } from '../reference.tsx'
import type { Resource } from '../resource.ts'
import { EditForm } from './edit-form.tsx'
import { afterSave } from './leave-guard.tsx'

/** The form of an existing record. */
export function EditScreen({ of }: { of: Resource }) {
  const { t } = useTranslation(['kit', 'common'])
  const may = useCanCall()
  const navigate = useNavigate()
  const { id = '' } = useParams()
  if (!may(of.api.update)) return <NoAccess />
  return (
    <RecordState of={of} id={id}>
      {(row, query) => (
        <Page title={`${t('edit')}: ${recordName(of, row)}`} actions={<RecordOthers of={of} id={row.id} />}>
          <EditForm
            key={row.id}
            of={of}
            row={row}
            isGone={isGoneError(query.error)}
            cancel={<ButtonLink to={`${of.path}/${row.id}`}>{t('common:cancel')}</ButtonLink>}
            done={() => navigate(`${of.path}/${row.id}`, afterSave)}
          />
        </Page>
      )}
    </RecordState>
  )
}
