import { keepPreviousData, useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { useDeferredValue } from 'react'
import { Link } from 'react-router'
import { maxPageSize } from '#contract/kit/listing.ts'
import { call } from '../call.ts'
import { useCan } from '../current-user.ts'
import { useLocale } from '../format.ts'
import { declarationOf, headOf } from '../registry.ts'
import { batchLoader } from './batch-loader.ts'
import { labelsIn, type Option } from './labels.ts'
import styles from './reference.module.css'
import { choicesOf, type Resource, type Row } from './resource.ts'

/** A record's display name; a choice, such as the type of an event, in the user's language. */
export function recordName(
  { name, title, displayName, fields }: Pick<Resource, 'name' | 'title' | 'displayName' | 'fields'>,
  row: Row,
): string {
  if (displayName) return displayName(row)
  const value = String(row[title] ?? shortId(row.id))
  const field = fields.get(title)
  const isChoice = field !== undefined && choicesOf(field).includes(value)
  return isChoice ? labelsIn(i18next.getFixedT(null, 'resources'), name).option(title, value) : value
}

/** The end of an id: UUIDv7s created at about the same time share their beginning. */
export const shortId = (id: string) => `…${id.slice(-6)}`

async function namesOf(resource: string, ids: string[]): Promise<Map<string, string>> {
  const of = await declarationOf(resource)
  const reply = (await call(of.api.list, { query: { id: ids, _end: ids.length } })) as Record<string, Row[]>
  return new Map(reply[of.listing.rows]?.map(row => [row.id, recordName(of, row)]))
}

const nameBatches = new Map<string, (id: string) => Promise<string | undefined>>()
const nameBatchOf = (resource: string) => {
  const known = nameBatches.get(resource) ?? batchLoader(ids => namesOf(resource, ids), maxPageSize)
  nameBatches.set(resource, known)
  return known
}

/** Query for a record's name, batched; null if there is none. */
export const recordNameQuery = (resource: string, id: string) => ({
  queryKey: ['name', resource, id],
  queryFn: async () => (await nameBatchOf(resource)(id)) ?? null,
  staleTime: 60_000,
})

/** The name of a record, or undefined while loading or if the user may not see it. */
export function useRecordName(resource: string, id: string | undefined) {
  const can = useCan()
  const head = headOf(resource)
  const known = head !== undefined && can({ area: head.area, action: 'list' })
  const { data, isLoading } = useQuery({
    ...recordNameQuery(resource, id ?? ''),
    enabled: known && id !== undefined,
  })
  return { name: data ?? undefined, isLoading, path: known ? `${head.path}/${id}` : undefined }
}

/** A link to a record by name; a short id if the name is not available. */
export function Reference({ resource, id }: { resource: string; id: string }) {
  const { name, isLoading, path } = useRecordName(resource, id)
  if (isLoading) return <span className={styles.awaited} />
  if (name === undefined || !path) {
    return (
      <span className={styles.unknown} title={id}>
        {shortId(id)}
      </span>
    )
  }
  return (
    <Link className={styles.link} to={path} dir="auto" translate="no">
      {name}
    </Link>
  )
}

/** Maximum number of results. */
const maxResults = 20

/** A record to choose, with what distinguishes it from others of the same name. */
export interface RecordOption extends Option {
  details?: readonly string[]
  /** Id of its organization. */
  organization?: string | undefined
}

const optionOf = (of: Resource, row: Row, locale: string): RecordOption => ({
  value: row.id,
  label: recordName(of, row),
  details: (of.describe?.(row, locale) ?? []).filter((part): part is string => Boolean(part)),
  organization: of.describe && typeof row.organization_id === 'string' ? row.organization_id : undefined,
})

/**
 * Searches the records of another resource by text.
 * @param listFilter filters of its list that limit the results
 */
export function useReferenceSearch(
  resource: string | undefined,
  text: string,
  listFilter?: Readonly<Record<string, string>>,
) {
  const can = useCan()
  const head = resource === undefined ? undefined : headOf(resource)
  const q = useDeferredValue(text.trim())
  const locale = useLocale()
  const { data, isFetching } = useQuery({
    queryKey: ['found', resource, q, locale, listFilter],
    queryFn: async ({ signal }) => {
      const of = await declarationOf(resource ?? '')
      const query = { ...listFilter, ...(q && { q }), _end: maxResults, _sort: of.title }
      const reply = (await call(of.api.list, { query, signal })) as Record<string, Row[]>
      return (reply[of.listing.rows] ?? []).map(row => optionOf(of, row, locale))
    },
    enabled: head !== undefined && can({ area: head.area, action: 'list' }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  return { options: data ?? [], loading: isFetching }
}

interface RecordDetailsProps {
  details?: readonly string[] | undefined
  /** Id of its organization. */
  organization?: string | undefined
}

/** Distinguishes records with the same name. */
export function RecordDetails({ details = [], organization }: RecordDetailsProps) {
  const { name } = useRecordName('organizations', organization)
  const parts = name === undefined ? details : [...details, name]
  return parts.length > 0 && <small className={styles.details}>{parts.join(' · ')}</small>
}
