import type { Endpoint } from '#contract/kit/endpoint.ts'
import { type CallerRole, type Grant, grant, type Role, roles } from '#contract/kit/permissions.ts'
import { figureSources, isFigureSource } from '#contract/platform/report-sources.ts'
import type { ReportSource } from '#contract/platform/reports.ts'
import type { Actor, AuthenticatedCall } from '#server/kit/call.ts'
import { invalidField } from '#server/kit/problem.ts'
import { findResource } from '#server/kit/resources.ts'
import type { Services } from '#server/services.ts'

/** The endpoint that reads a source; undefined if there is none any more. */
export function endpointOf({ kind, name }: Pick<ReportSource, 'kind' | 'name'>): Endpoint | undefined {
  if (kind === 'figures') return isFigureSource(name) ? figureSources[name].endpoint : undefined
  const endpoint = findResource(name)?.list.endpoint
  return endpoint?.listing ? endpoint : undefined
}

/** What a role may see of a source; null for nothing. */
export function grantOf(role: CallerRole, source: Pick<ReportSource, 'kind' | 'name'>): Grant | null {
  const access = endpointOf(source)?.access
  return access && typeof access !== 'string' ? grant(role, access) : null
}

/** The roles that may receive a report of a source. */
export const receivingRoles = (source: Pick<ReportSource, 'kind' | 'name'>): Role[] =>
  roles.filter(role => grantOf(role, source))

/** Parameters of a list that a report sets itself, or that name one moment or page. */
const omitted = ['_format', '_language', '_start', '_end', '_after', 'limit', 'as_of', 'removed', 'id']

/**
 * The validated query of a report's list.
 * @throws ZodError if the list does not support it, for example because a field was removed
 */
export function listQueryOf(source: ReportSource, also: Record<string, string>): unknown {
  const given = new URLSearchParams(source.query)
  for (const name of omitted) given.delete(name)
  const query = Object.fromEntries(
    [...new Set(given.keys())].map(name => {
      const values = given.getAll(name)
      return [name, values.length > 1 ? values : values[0]]
    }),
  )
  return endpointOf(source)?.query.parse({ ...query, ...also })
}

/** @throws Problem 422 if the source does not exist, its query is invalid, or the caller may not see it */
export function requireSource({ actor }: Pick<AuthenticatedCall, 'actor'>, source: ReportSource): void {
  if (!grantOf(actor.role, source)) throw invalidField('source', 'You can’t send what you may not see')
  if (source.kind === 'figures') return
  try {
    listQueryOf(source, {})
  } catch {
    throw invalidField('source', 'This list doesn’t have these filters or columns')
  }
}

/** A call of a source by a person, outside of a request. */
export const callAs = (services: Services, actor: Actor, granted: Grant, query: unknown): AuthenticatedCall =>
  ({
    params: {},
    query,
    body: undefined,
    actor,
    grant: granted,
    ifMatch: null,
    db: services.database.exports,
    services,
    audit: () => {},
  }) as unknown as AuthenticatedCall
