import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type BulkJob, type BulkResult, bulk } from '#contract/kit/bulk.ts'
import { maxPageSize } from '#contract/kit/listing.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { download } from '../download.ts'
import { useFormat } from '../format.ts'
import { useLocaleFormats } from '../locale-formats.ts'
import { headOf } from '../registry.ts'
import { issueMessages, useLabels } from '../resource/labels.ts'
import { shortId } from '../resource/reference.tsx'
import type { ResourceName } from '../resource/resource.ts'
import { ScrollArea } from '../scroll-area.tsx'
import { Skeleton } from '../skeleton.tsx'
import { toast } from '../toasts.ts'
import { useCall } from '../use-call.ts'
import styles from './report-dialog.module.css'

const columns = 'id,title,verdict,reason,detail'

interface ReportDialogProps {
  job: BulkJob
  close: () => void
}

/** The result of each row of a job, skipped rows first; downloadable as CSV. */
export function ReportDialog({ job, close }: ReportDialogProps) {
  const { t } = useTranslation(['bulk', 'common'])
  const format = useFormat()
  const [verdict, setVerdict] = useState<BulkResult['verdict'] | undefined>(
    job.skipped > 0 ? 'skipped' : undefined,
  )
  const wanted = { job_id: job.id, ...(verdict && { verdict }) }
  const { data, error } = useCall(bulk.results, {
    query: { ...wanted, _sort: 'position', _end: maxPageSize },
  })
  const offered = (['done', 'skipped', 'left'] as const).filter(
    name => ({ done: job.done, skipped: job.skipped, left: job.total - job.done - job.skipped })[name] > 0,
  )

  async function save() {
    try {
      const query = { ...wanted, _sort: 'position', _format: 'csv', _columns: columns } as const
      await download(bulk.results, { query }, `${job.resource} ${job.id.slice(-6)}.csv`, () => {})
    } catch (error) {
      toast({ tone: 'bad', text: t('report.failed'), detail: error instanceof Error ? error.message : '' })
    }
  }

  return (
    <Dialog
      wide
      title={t('report.title')}
      onClose={close}
      actions={
        <>
          <Button onClick={() => void save()}>{t('report.csv')}</Button>
          <Button variant="main" autoFocus onClick={close}>
            {t('common:close')}
          </Button>
        </>
      }
    >
      <div className={styles.verdicts}>
        {[undefined, ...offered].map(name => (
          <button
            key={name ?? 'all'}
            type="button"
            className={styles.verdict}
            aria-pressed={verdict === name}
            onClick={() => setVerdict(name)}
          >
            {t(name ? `report.verdicts.${name}` : 'report.all')}
          </button>
        ))}
      </div>
      {error ? (
        <p role="alert">{t('report.failed')}</p>
      ) : !data ? (
        <Skeleton rows={5} />
      ) : data.total === 0 ? (
        <p>{t('report.none')}</p>
      ) : (
        <>
          <Results job={job} results={data.results} />
          {data.total > data.results.length && (
            <p className={styles.first}>
              {t('report.first', {
                shown: format.number(data.results.length),
                total: format.number(data.total),
              })}
            </p>
          )}
        </>
      )}
    </Dialog>
  )
}

function Results({ job, results }: { job: BulkJob; results: readonly BulkResult[] }) {
  const { t } = useTranslation('bulk')
  const { t: tKit } = useTranslation('kit')
  const labels = useLabels(job.resource as ResourceName)
  const path = headOf(job.resource)?.path
  const { list } = useLocaleFormats()
  const why = ({ reason, refusals, changes }: BulkResult) => {
    const fields = changes.flatMap(({ field }) => (field === null ? [] : [labels.field(field)]))
    const text = reason && t(`report.reasons.${reason}`)
    return issueMessages(refusals, labels, tKit) || (fields.length > 0 ? `${text} (${list(fields)})` : text)
  }
  return (
    <ScrollArea label={t('report.title')} className={styles.scroller}>
      <table className={styles.results}>
        <thead>
          <tr>
            <th scope="col">{t('report.row')}</th>
            <th scope="col">{t('report.verdict')}</th>
          </tr>
        </thead>
        <tbody>
          {results.map(result => (
            <tr key={result.position}>
              <td>
                <Link to={`${path}/${result.id}`}>{result.title ?? shortId(result.id)}</Link>
              </td>
              <td>{[t(`report.verdicts.${result.verdict}`), why(result)].filter(Boolean).join(': ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}
