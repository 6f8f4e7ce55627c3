import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { isImportable } from '#contract/platform/imports.ts'
import { ButtonLink } from '../../button.tsx'
import { NoAccess } from '../../no-access.tsx'
import { Page } from '../../page.tsx'
import { Reading } from '../../reading.tsx'
import { useLabels } from '../labels.ts'
import { useMay } from '../may.ts'
import type { Resource } from '../resource.ts'
import { FileDrop } from './file-drop.tsx'
import { ImportSteps } from './import-steps.tsx'
import { useImport } from './use-import.ts'

/** Creates records from the rows of a file. The address holds which import it is, so it goes on after a reload. */
export function ImportScreen({ of }: { of: Resource }) {
  const may = useMay()
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
    <Reading of={query} failed={t('import.gone')}>
      {file => <ImportSteps of={of} file={file} act={act} pending={pending} again={again} />}
    </Reading>
  )
}
