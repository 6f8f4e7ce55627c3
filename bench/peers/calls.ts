import { type Call, probe } from '../load-generator.ts'

/** The calls compared, in the order in which they are measured: writes last. */
export const callNames = [
  'list page',
  'filtered list',
  'page in the middle',
  'filtered activity log',
  'one record',
  'create',
  'update',
] as const
export type CallName = (typeof callNames)[number]

/** Columns of the comparison, in the order of the table. */
export const titles = {
  ours: 'ours',
  directus: 'Directus',
  cached: 'Directus with its cache',
  bare: 'bare Fastify',
} as const
export type Column = keyof typeof titles
export const columns = Object.keys(titles) as Column[]

/** Rows of a page. */
export const pageSize = 25

/** A server of the comparison, ready for load. */
export interface Peer {
  name: string
  url: string
  pid: number
  headers: Record<string, string>
  calls: Partial<Record<CallName, Call>>
  stop(): Promise<void>
}

/** What the calls ask for, the same of each peer. */
export interface Questions {
  /** Offset of the page in the middle of the devices: row 50,000 of 100,000. */
  middle: number
  /** Devices to read and change. */
  ids: readonly string[]
  organization: string
  /** By which the list is filtered. */
  status: string
}

/** Action by which activity logs are filtered: 4 % of them have it. */
export const logAction = 'create'

/** Prefix of the serial numbers that are created, to remove these devices again. */
export const createdPrefix = 'bench-'

export const newDevice = ({ organization }: Questions) => ({
  name: 'Pendant',
  serial: `${createdPrefix}{new}`,
  kind: 'pendant',
  organization_id: organization,
})

/** The page and the exact total of a list's answer, whatever the envelope. */
function pageOf(answer: Record<string, unknown>): { rows: unknown[]; total: unknown } {
  const rows = Object.values(answer).find(value => Array.isArray(value)) ?? []
  const meta = answer.meta as { filter_count?: number } | undefined
  return { rows, total: answer.total_is_estimate ? undefined : (answer.total ?? meta?.filter_count) }
}

/**
 * Makes a call once and checks its answer.
 * @returns its length in bytes, and the total if it is a list with an exact one
 * @throws if it is refused, or a page is not full
 */
export async function tryCall(peer: Peer, name: CallName): Promise<{ bytes: number; total: unknown }> {
  const text = await probe(peer.url, peer.headers, peer.calls[name] as Call)
  const isList = callNames.indexOf(name) < callNames.indexOf('one record')
  const { rows, total } = pageOf(JSON.parse(text))
  if (isList && rows.length !== pageSize)
    throw new Error(`${peer.name}, ${name}: ${rows.length} rows instead of a page`)
  return { bytes: text.length, total: isList ? total : undefined }
}
