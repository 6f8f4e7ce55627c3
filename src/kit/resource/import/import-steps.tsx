import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Import, imports } from '#contract/platform/imports.ts'
import { Button } from '../../button.tsx'
import { call } from '../../call.ts'
import { download } from '../../download.ts'
import { useFormat } from '../../format.ts'
import { Remark } from '../../remark.tsx'
import { say } from '../../toasts.ts'
import type { Resource } from '../resource.ts'
import styles from './import.module.css'
import { type Mapping, MappingForm } from './mapping-form.tsx'
import { isAtWork } from './use-import.ts'
import { VerdictTable } from './verdict-table.tsx'

interface ImportStepsProps {
  of: Resource
  file: Import
  /** Sends what changes the import, and shows it as answered. */
  act: (send: () => Promise<Import>) => void
  pending: boolean
  /** Begins with another file. */
  again: () => void
}

const isSame = (one: Mapping, other: Mapping) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())

/** What comes after the file: which column is what, the verdicts of a try, and the records themselves. */
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
        {isAtWork(file) ? (
          <Progress file={file} cancel={cancel} pending={pending} />
        ) : state === 'applied' ? (
          <Outcome file={file} again={again} />
        ) : (
          <>
            {state === 'cancelled' && (
              <Remark tone="warn">{t('import.cancelled', { count: counts.new })}</Remark>
            )}
            {state === 'failed' && <Remark tone="bad">{t('import.failed')}</Remark>}
            <MappingForm of={of} file={file} mapping={mapping} change={setMapping} />
            {isChecked && <Verdicts file={file} />}
            <div className={styles.acts}>
              <Button look="quiet" onClick={again}>
                {t('import.again')}
              </Button>
              <Button
                look={isChecked ? 'plain' : 'main'}
                pending={pending && !isChecked}
                onClick={check}
                disabled={Object.keys(mapping).length === 0}
              >
                {t('import.check')}
              </Button>
              {isChecked && counts.new > 0 && (
                <Button look="main" pending={pending} onClick={apply}>
                  {t('import.apply', { count: counts.new, number: format.number(counts.new) })}
                </Button>
              )}
            </div>
          </>
        )}
      </section>
      {!isAtWork(file) && <VerdictTable key={state} of={of} file={file} />}
    </>
  )
}

/** How many rows came to which verdict, in words. */
function Verdicts({ file: { counts, state } }: { file: Import }) {
  const { t } = useTranslation('kit')
  const parts = [
    counts.new > 0 && t(state === 'applied' ? 'import.created' : 'import.creatable', { count: counts.new }),
    counts.known > 0 && t('import.known', { count: counts.known }),
    counts.rejected > 0 && t('import.rejected', { count: counts.rejected }),
  ].filter(Boolean)
  return (
    <Remark tone={counts.rejected > 0 ? 'warn' : 'good'} role="status">
      {parts.join(' · ')}
    </Remark>
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
      say({ tone: 'bad', text: t('export.failed') })
    }
    setGoing(false)
  }

  return (
    <>
      <Verdicts file={file} />
      <div className={styles.acts}>
        <Button look={file.counts.rejected > 0 ? 'plain' : 'main'} onClick={again}>
          {t('import.another')}
        </Button>
        {file.counts.rejected > 0 && (
          <Button look="main" pending={going} onClick={() => void fetchRejects()}>
            {t('import.rejects')}
          </Button>
        )}
      </div>
    </>
  )
}
