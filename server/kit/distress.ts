import type { Db } from '../db/open.ts'

/** What a turn of a conversation told of, as those who answer for alerts need to know it. */
export interface Distress {
  organizationId: string
  personId: string
  conversationId: string
  messageId: string
  incidentId: string
  /** 0 to 1. */
  risk: number
  context: string
  /** What was said. */
  words: string
}

/**
 * Alerts the operators, within the transaction that stores the turn.
 * @returns the id of the alert.
 */
export type RaiseDistress = (db: Db, distress: Distress) => Promise<string>
