import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { isImportable } from '#contract/platform/imports.ts'
import { ButtonLink } from '../../button.tsx'
import { useCanCall } from '../../current-user.ts'
import { NoAccess } from '../../no-access.tsx'
import { Page } from '../../page.tsx'
import { QueryState } from '../../query-state.tsx'
import { useLabels } from '../labels.ts'
import type { Resource } from '../resource.ts'
import { FileDrop } from './file-drop.tsx'
import { ImportSteps, useImport } from './import-steps.tsx'

/** Imports records from a CSV file. The URL holds the import's id, so it survives a reload. */
export function ImportScreen({ of }: { of: Resource }) {
  const may = useCanCall()
  return may(of.api.create) && isImportable(of.api.list, of.api.create) ? <Import of={of} /> : <NoAccess />
}

function Import({ of }: { of: Resource }) {
  const { t } = useTranslation('kit')
  const labels = useLabels(of.name)
  const [search, setSearch] = useSearchParams()
  const id = search.get('id')
  return (
    <Page
      title={t('import.title', { what: labels.text('many') })}
      lead={t('import.lead')}
      actions={<ButtonLink to={of.path}>{t('show.back')}</ButtonLink>}
    >
      {id === null ? (
        <FileDrop of={of} go={({ id }) => setSearch({ id })} />
      ) : (
        <Work key={id} of={of} id={id} again={() => setSearch({})} />
      )}
    </Page>
  )
}

function Work({ of, id, again }: { of: Resource; id: string; again: () => void }) {
  const { t } = useTranslation('kit')
  const { query, act, pending } = useImport(id)
  return (
    <QueryState of={query} failed={t('import.gone')}>
      {file => <ImportSteps of={of} file={file} act={act} pending={pending} again={again} />}
    </QueryState>
  )
}
