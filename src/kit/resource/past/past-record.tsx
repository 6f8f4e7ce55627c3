import FileUnknownOutlined from '@ant-design/icons/FileUnknownOutlined'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AsOfReply } from '#contract/kit/as-of.ts'
import { useSearch } from '../../address.ts'
import { Button, ButtonLink } from '../../button.tsx'
import { ApiError, call, errorDetail } from '../../call.ts'
import { useCanCall } from '../../current-user.ts'
import { EmptyState } from '../../empty-state.tsx'
import { useFormat } from '../../format.ts'
import { useLocaleFormats } from '../../locale-formats.ts'
import { Page } from '../../page.tsx'
import { Skeleton } from '../../skeleton.tsx'
import { type Change, ChangesTable } from '../changes-table.tsx'
import { useLabels } from '../labels.ts'
import { recordName } from '../reference.tsx'
import type { Resource, Row } from '../resource.ts'
import { useRow } from '../rows.ts'
import { Details } from '../show/details.tsx'
import { RestoreButton } from '../show/history.tsx'
import { changesToRestore } from '../show/versions.ts'
import { asOfParameter, comparedParameter, isUnknown, readAsOf } from './as-of.ts'
import { PastBar } from './past-bar.tsx'
import styles from './past-record.module.css'

const AsOfDialog = lazy(() => import('./as-of-dialog.tsx'))

type PastRow = Row & AsOfReply

/** Fields that change with every write. */
const unremarkable = ['version', 'updated_at']

/** A record as of an instant. */
function usePastRow({ name, api }: Resource, id: string, asOf: string | null) {
  return useQuery({
    queryKey: ['past', name, id, asOf],
    queryFn: async ({ signal }) => {
      if (!api.show || asOf === null) throw new Error('There is no past to show')
      return (await call(api.show, { params: { id }, query: { as_of: asOf }, signal } as object)) as PastRow
    },
    enabled: asOf !== null,
    // Only an erasure changes the past.
    staleTime: 60_000,
    retry: false,
  })
}

interface PastRecordProps {
  of: Resource
  id: string
  asOf: string
}

/** The screen of a record as it was, without anything to change it but a restore. */
export default function PastRecord({ of, id, asOf }: PastRecordProps) {
  const { t } = useTranslation(['kit', 'common'])
  const labels = useLabels(of.name)
  const { list } = useLocaleFormats()
  const [search, change] = useSearch()
  const past = usePastRow(of, id, asOf)
  const row = past.data
  const isAbsent = past.error instanceof ApiError && past.error.problem.status === 404
  const unknown = (row?.unknown ?? []).filter(name => of.fields.has(name) && !unremarkable.includes(name))

  return (
    <Page title={row ? recordName(of, row) : labels.text('one')} lead={labels.text('one')}>
      <PastBar
        kind="record"
        asOf={asOf}
        choose={instant =>
          change({ [asOfParameter]: instant, ...(instant === null && { [comparedParameter]: null }) })
        }
      />
      {past.isPending && <Skeleton rows={6} />}
      {past.error && (
        <EmptyState
          tone={isAbsent ? undefined : 'bad'}
          icon={<FileUnknownOutlined />}
          title={t(isAbsent ? 'past.gone' : 'past.failed')}
          role={isAbsent ? 'status' : 'alert'}
          actions={
            isAbsent ? (
              <ButtonLink to={of.path}>{t('show.back')}</ButtonLink>
            ) : (
              <Button pending={past.isFetching} onClick={() => void past.refetch()}>
                {t('common:retry')}
              </Button>
            )
          }
        >
          {isAbsent ? t('past.goneHint') : errorDetail(past.error) || t('common:networkError')}
        </EmptyState>
      )}
      {row && (
        <>
          {unknown.length > 0 && (
            <p className={styles.note}>
              {t('past.unknownFields', { fields: list(unknown.map(name => labels.field(name))) })}
            </p>
          )}
          <Details of={of} row={row} labels={labels} />
          <Differences
            of={of}
            row={row}
            compared={readAsOf(search, of, comparedParameter)}
            compare={instant => change({ [comparedParameter]: instant }, { replace: true })}
          />
        </>
      )}
    </Page>
  )
}

interface DifferencesProps {
  of: Resource
  row: PastRow
  /** The instant to compare with; null for now. */
  compared: string | null
  compare: (instant: string | null) => void
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What differs between a record of the past, and the record at another time or now. */
function Differences({ of, row, compared, compare }: DifferencesProps) {
  const { t } = useTranslation('kit')
  const format = useFormat()
  const may = useCanCall()
  const [isAsking, setAsking] = useState(false)
  const now = useRow(of, row.id)
  const present = now.data?.data
  const other = usePastRow(of, row.id, compared)
  const reference: Row | undefined = compared ? other.data : present
  const fields = [...of.fields.keys()].filter(
    name => !unremarkable.includes(name) && !isUnknown(row, name) && !isUnknown(reference, name),
  )
  const isEarlier = compared !== null && Date.parse(compared) < Date.parse(row.as_of)
  const [before, after] = isEarlier ? [reference, row] : [row, reference]
  const changes: Change[] =
    before && after
      ? fields
          .filter(name => !same(before[name], after[name]))
          .map(field => ({ field, before: before[field], after: after[field] }))
      : []
  const error = compared ? other.error : null
  const version = present && { ...present, ...Object.fromEntries(fields.map(name => [name, row[name]])) }
  const restored = present && version && !compared ? changesToRestore(of, present, version) : []

  return (
    <section className={styles.differences} aria-labelledby="differences">
      <div className={styles.head}>
        <h2 id="differences">
          {compared ? t('past.compareTime', { time: format.dateTime(compared) }) : t('past.compareNow')}
        </h2>
        <span className={styles.actions}>
          <Button onClick={() => setAsking(true)}>{t('past.compare')}</Button>
          {compared && <Button onClick={() => compare(null)}>{t('past.comparedBack')}</Button>}
          {present && row.log && restored.length > 0 && may(of.api.update) && (
            <RestoreButton of={of} row={present} log={row.log} changes={restored} />
          )}
        </span>
      </div>
      {!compared && now.error?.statusCode === 404 && <p className={styles.note}>{t('past.deleted')}</p>}
      {error && <p role="alert">{errorDetail(error) || t('past.failed')}</p>}
      {reference && changes.length === 0 && <p className={styles.note}>{t('past.same')}</p>}
      {changes.length > 0 && <ChangesTable changes={changes} of={of} />}
      {isAsking && (
        <Suspense>
          <AsOfDialog
            title={t('past.compareTitle')}
            asOf={compared}
            choose={compare}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </section>
  )
}
