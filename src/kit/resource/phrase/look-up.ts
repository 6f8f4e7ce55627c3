import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { can, may, type Role } from '#contract/kit/permissions.ts'
import { call } from '../../call.ts'
import { declarationOf, headOf } from '../../registry.ts'
import { peopleCalled } from '../person-search.ts'
import { recordName } from '../reference.tsx'
import type { Field, Row } from '../resource.ts'
import type { Named } from './elements.ts'

/** Stretches of a sentence that are looked up as names. */
const maxCandidates = 12
/** Records compared with a name. */
const maxResults = 10

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** Values of a field that mean records called exactly like a text, apart from case and accents. */
async function valuesCalled({ view, reference }: Field, text: string, role: Role, signal: AbortSignal) {
  if (view.person) {
    const people = await peopleCalled(text, role, signal)
    return people.filter(({ name }) => plain(name) === plain(text)).map(({ user_id }) => String(user_id))
  }
  const of = await declarationOf(reference ?? '')
  const reply = (await call(of.api.list, { query: { q: text, _end: maxResults }, signal })) as Record<
    string,
    Row[]
  >
  const rows = reply[of.listing.rows] ?? []
  return rows.filter(row => plain(recordName(of, row)) === plain(text)).map(({ id }) => id)
}

const named = (field: Field, text: string, role: Role) =>
  queryOptions({
    queryKey: ['named', field.view.person ? 'person' : field.reference, text],
    queryFn: ({ signal }) => valuesCalled(field, text, role, signal),
    staleTime: 60_000,
  })

/** Names that stretches of a sentence turned out to be. */
export interface LookUp {
  named: readonly Named[]
  /** Whether a look-up failed: names may be missing. */
  failed: boolean
}

/**
 * Looks up stretches of a sentence as names of the people and records that fields refer to, as far as the role may
 * list them.
 * @param candidates the likeliest first
 */
export async function lookUpNames(
  fields: readonly Field[],
  candidates: readonly string[],
  { queries, role }: { queries: QueryClient; role: Role },
): Promise<LookUp> {
  const asked = fields.filter(({ view, reference }) => {
    const area = reference && headOf(reference)?.area
    return view.person || (area && can(role, may(area, 'list')))
  })
  const replies = await Promise.allSettled(
    candidates.slice(0, maxCandidates).flatMap(text =>
      asked.map(async field => {
        const values = await queries.fetchQuery(named(field, text, role))
        return values.map((value): Named => ({ text, field: field.name, value }))
      }),
    ),
  )
  return {
    named: replies.flatMap(reply => (reply.status === 'fulfilled' ? reply.value : [])),
    failed: replies.some(({ status }) => status === 'rejected'),
  }
}
