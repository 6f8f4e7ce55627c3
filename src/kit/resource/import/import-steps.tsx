import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Import, imports } from '#contract/platform/imports.ts'
import { Button } from '../../button.tsx'
import { call } from '../../call.ts'
import { Callout } from '../../callout.tsx'
import { download } from '../../download.ts'
import { useFormat } from '../../format.ts'
import { toast } from '../../toasts.ts'
import { UndoLinks } from '../../undo/undo-links.tsx'
import type { Resource } from '../resource.ts'
import styles from './import.module.css'
import { type Mapping, MappingForm } from './mapping-form.tsx'
import { VerdictTable } from './verdict-table.tsx'

interface ImportStepsProps {
  of: Resource
  file: Import
  /** Sends a change to the import and updates the cache with the answer. */
  act: (send: () => Promise<Import>) => void
  pending: boolean
  /** Starts over with another file. */
  again: () => void
}

const isSame = (one: Mapping, other: Mapping) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())

/** The steps after uploading: column mapping, validation, import. */
export function ImportSteps({ of, file, act, pending, again }: ImportStepsProps) {
  const { t } = useTranslation('kit')
  const format = useFormat()
  const [mapping, setMapping] = useState<Mapping>(file.mapping)
  const { id, state, rows, counts } = file
  const params = { id }
  const check = () => act(() => call(imports.check, { params, body: { mapping } }))
  const apply = () => act(() => call(imports.apply, { params }))
  const cancel = () => act(() => call(imports.cancel, { params }))
  const isChecked = state === 'checked' && isSame(mapping, file.mapping)

  return (
    <>
      <section className={styles.panel} aria-label={file.file_name}>
        <header className={styles.file}>
          <h2 className={styles.name}>{file.file_name}</h2>
          <span className={styles.quiet}>{t('import.rows', { count: rows })}</span>
        </header>
        {isRunning(file) ? (
          <Progress file={file} cancel={cancel} pending={pending} />
        ) : state === 'applied' ? (
          <Outcome file={file} again={again} />
        ) : (
          <>
            {state === 'cancelled' && (
              <>
                <Callout tone="warn">{t('import.cancelled', { count: counts.new })}</Callout>
                {counts.new > 0 && <UndoLinks id={id} />}
              </>
            )}
            {state === 'failed' && <Callout tone="bad">{t('import.failed')}</Callout>}
            <MappingForm of={of} file={file} mapping={mapping} change={setMapping} />
            {isChecked && <Verdicts file={file} />}
            <div className={styles.actions}>
              <Button variant="quiet" onClick={again}>
                {t('import.again')}
              </Button>
              <Button
                variant={isChecked ? 'plain' : 'main'}
                pending={pending && !isChecked}
                onClick={check}
                disabled={Object.keys(mapping).length === 0}
              >
                {t('import.check')}
              </Button>
              {isChecked && counts.new > 0 && (
                <Button variant="main" pending={pending} onClick={apply}>
                  {t('import.apply', { count: counts.new, number: format.number(counts.new) })}
                </Button>
              )}
            </div>
          </>
        )}
      </section>
      {!isRunning(file) && <VerdictTable key={state} of={of} file={file} />}
    </>
  )
}

/** Number of rows by verdict. */
function Verdicts({ file: { counts, state } }: { file: Import }) {
  const { t } = useTranslation('kit')
  const parts = [
    counts.new > 0 && t(state === 'applied' ? 'import.created' : 'import.creatable', { count: counts.new }),
    counts.known > 0 && t('import.known', { count: counts.known }),
    counts.rejected > 0 && t('import.rejected', { count: counts.rejected }),
  ].filter(Boolean)
  return (
    <Callout tone={counts.rejected > 0 ? 'warn' : 'good'} role="status">
      {parts.join(' · ')}
    </Callout>
  )
}

function Progress({ file, cancel, pending }: { file: Import; cancel: () => void; pending: boolean }) {
  const { t } = useTranslation(['kit', 'common'])
  const format = useFormat()
  const { state, judged, rows } = file
  const label = t(state === 'checking' ? 'import.checking' : 'import.applying')
  return (
    <div className={styles.progress}>
      <span role="status">{label}</span>
      <progress className={styles.bar} aria-label={label} max={rows} value={judged} />
      <span className="numbers">
        {t('import.judged', { judged: format.number(judged), rows: format.number(rows) })}
      </span>
      <Button pending={pending} onClick={cancel}>
        {t('common:cancel')}
      </Button>
    </div>
  )
}

function Outcome({ file, again }: { file: Import; again: () => void }) {
  const { t } = useTranslation('kit')
  const [going, setGoing] = useState(false)

  async function fetchRejects() {
    setGoing(true)
    try {
      const name = `${file.file_name.replace(/\.\w+$/, '')} – ${t('import.verdicts.rejected')}.csv`
      await download(imports.rejects, { params: { id: file.id } }, name, () => {})
    } catch {
      toast({ tone: 'bad', text: t('export.failed') })
    }
    setGoing(false)
  }

  return (
    <>
      <Verdicts file={file} />
      {file.counts.new > 0 && <UndoLinks id={file.id} />}
      <div className={styles.actions}>
        <Button variant={file.counts.rejected > 0 ? 'plain' : 'main'} onClick={again}>
          {t('import.another')}
        </Button>
        {file.counts.rejected > 0 && (
          <Button variant="main" pending={going} onClick={() => void fetchRejects()}>
            {t('import.rejects')}
          </Button>
        )}
      </div>
    </>
  )
}

/** Poll interval in milliseconds while a job runs. */
const pollIntervalMs = 500

/** Whether a job of the import is running. */
export const isRunning = ({ state }: Import) => state === 'checking' || state === 'applying'

/** An import, and a function that changes it. */
export function useImport(id: string) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const queryKey = ['import', id]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(imports.show, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => data !== undefined && isRunning(data) && pollIntervalMs,
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (send: () => Promise<Import>) => send(),
    onSuccess: file => client.setQueryData(queryKey, file),
    onError: error => toast({ tone: 'bad', text: error.message || t('unexpected') }),
  })
  return { query, act: mutate, pending: isPending }
}
