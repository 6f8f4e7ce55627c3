import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { maxPage } from '#contract/kit/listing.ts'
import { call } from '../call.ts'
import { useCan } from '../caller.ts'
import { declarationOf, headOf } from '../registry.ts'
import { batch } from './batch.ts'
import styles from './reference.module.css'
import type { Resource, Row } from './resource.ts'

/** The name of a record, by its resource's title field. */
export const nameIn = (of: Pick<Resource, 'title'>, row: Row) => String(row[of.title] ?? shortId(row.id))

/** The end of an id: UUIDv7s made at about the same time begin alike. */
export const shortId = (id: string) => `…${id.slice(-6)}`

async function namesOf(resource: string, ids: string[]): Promise<Map<string, string>> {
  const of = await declarationOf(resource)
  const reply = (await call(of.api.list, { query: { id: ids, _end: ids.length } })) as Record<string, Row[]>
  return new Map(reply[of.listing.rows]?.map(row => [row.id, nameIn(of, row)]))
}

const nameBatches = new Map<string, (id: string) => Promise<string | undefined>>()
const nameBatchOf = (resource: string) => {
  const known = nameBatches.get(resource) ?? batch(ids => namesOf(resource, ids), maxPage)
  nameBatches.set(resource, known)
  return known
}

/** How the name of a record is asked for, together with those asked for at the same time; null where there is none. */
export const nameQuery = (resource: string, id: string) => ({
  queryKey: ['name', resource, id],
  queryFn: async () => (await nameBatchOf(resource)(id)) ?? null,
  staleTime: 60_000,
})

/** The name of another resource's record, or undefined while it is on its way and where the caller may not know it. */
export function useName(resource: string, id: string | undefined) {
  const can = useCan()
  const head = headOf(resource)
  const known = head !== undefined && can({ area: head.area, action: 'list' })
  const { data, isLoading } = useQuery({
    ...nameQuery(resource, id ?? ''),
    enabled: known && id !== undefined,
  })
  return { name: data ?? undefined, isLoading, path: known ? `${head.path}/${id}` : undefined }
}

/** The name of another resource's record as a link to it; a short id where the name cannot be known. */
export function Reference({ resource, id }: { resource: string; id: string }) {
  const { name, isLoading, path } = useName(resource, id)
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
