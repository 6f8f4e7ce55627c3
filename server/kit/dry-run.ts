import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import type { AuditEntry } from './audit.ts'
import { Problem } from './problem.ts'

/** What a call would change, as its activity log would say. */
export interface ProposedChange {
  action: string
  resource_type: string
  resource_id: string | null
  details: Record<string, unknown>
}

/** The answer to a dry run. */
export interface Proposal {
  dry_run: true
  changes: ProposedChange[]
  /** Sent as `x-confirm`, the call takes effect only if it changes the same. */
  confirm: string
}

/** Thrown at the end of a transaction to roll it back. */
class DryRun extends Error {
  readonly proposal: Proposal
  constructor(proposal: Proposal) {
    super('A dry run is rolled back')
    this.proposal = proposal
  }
}

/** What identifies a change: excludes ids generated with each call, and the contents of removed records. */
function identityOf({ action, resourceType, resourceId, details = {} }: AuditEntry): unknown[] {
  const { before, after, total, patch } = details
  const isNew = after !== undefined && before === undefined
  return [action, resourceType, isNew ? null : resourceId, after && before, after, total, patch]
}

/** The same for the same call of the same caller, as long as it changes the same. */
function digestOf({ actor, program, method, url, body }: FastifyRequest, entries: readonly AuditEntry[]) {
  const call = [actor?.id ?? program?.id, method, url, body]
  return createHash('sha256')
    .update(JSON.stringify([call, entries.map(identityOf)]))
    .digest('base64url')
    .slice(0, 20)
}

const header = ({ headers }: FastifyRequest, name: string) => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

/** Services that a dry run may use: they have no effects, or a rollback undoes them (jobs are queued in the transaction). */
const safeServices: ReadonlySet<string | symbol> = new Set(['config', 'log', 'jobs', 'vault'])

/** The services of a dry run. @throws Problem 422 on use of a service that acts outside the transaction, such as mail */
export const dryRunServices = (services: Services): Services =>
  new Proxy(services, {
    get(target, name: keyof Services) {
      if (!safeServices.has(name)) throw noDryRun()
      return target[name]
    },
  })

export const isDryRun = (request: FastifyRequest) => header(request, 'x-dry-run') !== undefined

/**
 * Aborts a dry run, and a change that differs from the one that was confirmed.
 * @throws DryRun after `x-dry-run`; Problem 412 if the change differs from that of `x-confirm`
 */
export function requireConfirmed(request: FastifyRequest, entries: readonly AuditEntry[]): void {
  const confirmed = header(request, 'x-confirm')
  if (confirmed === undefined && !isDryRun(request)) return
  const confirm = digestOf(request, entries)
  if (isDryRun(request)) throw new DryRun({ dry_run: true, changes: entries.map(proposedChange), confirm })
  if (confirmed !== confirm)
    throw new Problem(412, 'The change differs from the one that was confirmed. Nothing was changed.', {
      kind: 'unconfirmed',
    })
}

/** Executes a change as a dry run, which rolls itself back. @returns what it would have changed */
export async function propose(change: () => Promise<unknown>): Promise<Proposal> {
  try {
    await change()
  } catch (error) {
    if (error instanceof DryRun) return error.proposal
    throw error
  }
  throw noDryRun()
}

function proposedChange({ action, resourceType, resourceId, details = {} }: AuditEntry): ProposedChange {
  // The job of a dry run is rolled back with it.
  const { bulk_job: _, ...shown } = details
  return { action, resource_type: resourceType, resource_id: resourceId ?? null, details: shown }
}

/** The error for a call whose effects cannot be rolled back. */
export const noDryRun = () => new Problem(422, 'This call does not support dry runs', { kind: 'no-dry-run' })

/** Whether an error means that a call does not support dry runs. */
export const isNoDryRun = (error: unknown) => error instanceof Problem && error.kind === 'no-dry-run'

/** Hides personal fields of the records that a proposal shows, from callers who may not see them. */
export const redactProposal = (proposal: Proposal, redact: (record: unknown) => unknown): Proposal => ({
  ...proposal,
  changes: proposal.changes.map(change => ({
    ...change,
    details: Object.fromEntries(
      Object.entries(change.details).map(([name, value]) => [
        name,
        name === 'before' || name === 'after' ? redact(value) : value,
      ]),
    ),
  })),
})
