import { validate as isUuid } from 'uuid'
import type { ChangeSince, UndoReason } from '#contract/kit/undo.ts'
import type { AuthenticatedCall } from '../call.ts'
import type { Row } from '../table/config.ts'
import { erasedAmong } from '../table/past/queries.ts'
import { planUndo, type UndoPlan } from './plan.ts'
import { changesBy, changesSince, type DatedChange } from './queries.ts'
import { referencedAmong } from './references.ts'
import { titleOf, type UndoSource } from './source.ts'

/** A change since the action, with the organization and e-mail that decide whether its author may be shown. */
export type DatedChangeSince = ChangeSince & Pick<DatedChange, 'organization_id' | 'user_email'>

/** The plan for one record. */
export type PlannedRow = {
  id: string
  title: string | null
  /** The row's version; null if it has none. */
  version: number | null
} & (
  | { plan: Exclude<UndoPlan, { kind: 'skip' }> }
  | { plan: null; reason: Exclude<UndoReason, 'refused'>; changes: readonly DatedChangeSince[] }
)

const unlogged = { at: null, log_id: null, organization_id: '', user_email: null }

/** What was changed since; without fields, the last deletion or restore. */
function namedChanges(fields: readonly string[], later: readonly DatedChange[]): DatedChangeSince[] {
  const names: readonly (string | null)[] = fields.length > 0 ? fields : [null]
  return names.flatMap((field): DatedChangeSince[] => {
    const change = later.find(change => change.field === field)
    if (!change) return field === null ? [] : [{ field, ...unlogged }]
    const { at, log_id, organization_id, user_email } = change
    return [{ field, at, log_id, organization_id, user_email }]
  })
}

/**
 * Plans the undo of a job for some of its records, in the order of their ids.
 * @param call whose row scope decides what is out of reach
 */
export async function planRows(
  call: AuthenticatedCall,
  { types, rules, table, parts, present }: UndoSource,
  jobId: string,
  ids: readonly string[],
): Promise<PlannedRow[]> {
  const { db } = call
  const own = Map.groupBy(await changesBy(db, jobId, types, ids), ({ resource_id }) => resource_id)
  const last = [...own.values()].flatMap(changes => changes.at(-1) ?? [])
  const later = Map.groupBy(await changesSince(db, types, last), ({ resource_id }) => resource_id)
  const rows = new Map((await present(call, ids)).map(row => [row.id, row]))
  const people = [...own.values()]
    .flat()
    .flatMap(({ before }) => rules.personFields.map(name => (before as Row | null)?.[name]))
  const erased = await erasedAmong(db, [...new Set([...ids, ...people.filter(isUuid)])] as string[])
  const planned = ids.map(id => {
    const found = rows.get(id)
    const row = found?.is_reached ? found.row : null
    const changes = later.get(id) ?? []
    const plan = planUndo({ id, changes: own.get(id) ?? [], present: row, later: changes, erased }, rules)
    const head = { id, title: titleOf(row), version: typeof row?.version === 'number' ? row.version : null }
    if (plan.kind !== 'skip') return { ...head, plan }
    const { reason, fields } = plan
    return { ...head, plan: null, reason, changes: reason === 'changed' ? namedChanges(fields, changes) : [] }
  })
  return withoutReferenced(planned, ids => referencedAmong(db, table, parts, ids))
}

/** Keeps created records that others refer to. */
async function withoutReferenced(
  planned: readonly PlannedRow[],
  referenced: (ids: string[]) => Promise<Set<string>>,
): Promise<PlannedRow[]> {
  const created = planned.flatMap(({ id, plan }) => (plan?.kind === 'remove' && plan.isCreated ? [id] : []))
  const kept = await referenced(created)
  return planned.map(row => {
    const { id, title, version } = row
    return kept.has(id) ? { id, title, version, plan: null, reason: 'referenced', changes: [] } : row
  })
}
