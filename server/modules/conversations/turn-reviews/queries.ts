import { sql } from 'kysely'
import { validate as isUuid, v7 as uuid } from 'uuid'
import { riskLevelOf } from '#contract/conversations/judgement.ts'
import {
  type ReviewAnswer,
  reviewersPerTurn,
  type TurnReview,
  type UncertaintyReason,
} from '#contract/conversations/turn-reviews.ts'
import type { Db } from '#server/db/open.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { notFound } from '#server/kit/problem.ts'
import { rowScope } from '#server/kit/table/scope.ts'
import { canReadTranscript } from '../queries.ts'
import type { AnswerPair } from './uncertainty.ts'

interface NewReview {
  organization_id: string
  person_id: string
  conversation_id: string
  message_id: string
  reason: UncertaintyReason
  category: string | null
  risk_score: number
}

/** Queues a turn. A failure is undone and does not keep the turn from being stored. @returns the error, if any */
export async function queueReview(db: Db, review: NewReview): Promise<unknown> {
  await sql`savepoint review`.execute(db)
  try {
    await db
      .insertInto('turn_reviews')
      .values({ id: uuid(), ...review })
      .execute()
    await sql`release savepoint review`.execute(db)
    return null
  } catch (error) {
    await sql`rollback to savepoint review`.execute(db)
    return error
  }
}

/** Reviews of transcripts that the caller may read. */
const isReadable = (call: AuthenticatedCall) =>
  sql<boolean>`${rowScope(call, { organization: 'r.organization_id', person: 'r.person_id' })}
    and ${canReadTranscript(call, 'r.person_id')}`

const decisive = sql`(select count(*) from turn_review_answers a
  where a.review_id = r.id and a.answer <> 'unsure')::int`

/** Reviews that wait for the caller: not yet answered by them, nor by enough others. */
const isWaiting = (call: AuthenticatedCall) =>
  sql<boolean>`${isReadable(call)} and ${decisive} < ${reviewersPerTurn}::int
    and not exists (select from turn_review_answers a where a.review_id = r.id and a.reviewer_id = ${call.actor.id})`

/** Messages shown before and after a turn. */
const aroundTurn = 3

interface Filter {
  language?: string | undefined
  category?: string | undefined
}

const isChosen = ({ language, category }: Filter) =>
  sql<boolean>`${language ? sql`c.language = ${language}` : sql`true`}
    and ${category ? sql`r.category = ${category}` : sql`true`}`

/** Turns that wait for the caller's review, gravest first, with the messages around them. */
export async function listWaitingReviews(
  call: AuthenticatedCall,
  { limit, ...filter }: Filter & { limit: number },
): Promise<TurnReview[]> {
  const { rows } = await sql<Omit<TurnReview, 'risk_level'>>`
    select r.id, r.conversation_id, r.message_id, c.language, r.reason, r.category, r.risk_score,
      m.safety_flagged as flagged, m.content, coalesce(m.evidence, '[]') as evidence, m.ts as "timestamp",
      (select i.id from safety_incidents i where i.message_id = m.id limit 1) as incident_id,
      ${decisive} as answers,
      (select coalesce(json_agg(json_build_object('id', n.id, 'type', n.type, 'content', n.content,
          'timestamp', to_char(n.ts at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by n.ts, n.id), '[]')
        from (
          (select id, type, content, ts from messages where conversation_id = r.conversation_id
            and (ts, id) < (m.ts, m.id) order by ts desc, id desc limit ${aroundTurn})
          union all
          (select id, type, content, ts from messages where conversation_id = r.conversation_id
            and (ts, id) > (m.ts, m.id) order by ts, id limit ${aroundTurn})
        ) n) as around
    from turn_reviews r
    join conversations c on c.id = r.conversation_id
    join messages m on m.conversation_id = r.conversation_id and m.id = r.message_id
    where ${isWaiting(call)} and ${isChosen(filter)}
    order by r.risk_score desc, r.created_at, r.id limit ${limit}`.execute(call.db)
  return rows.map(row => ({ ...row, risk_level: riskLevelOf(row.risk_score) }))
}

export async function countWaitingReviews(call: AuthenticatedCall, filter: Filter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from turn_reviews r join conversations c on c.id = r.conversation_id
    where ${isWaiting(call)} and ${isChosen(filter)}`.execute(call.db)
  return rows[0]?.count ?? 0
}

export interface ReviewedTurn {
  id: string
  organization_id: string
  person_id: string
  conversation_id: string
  message_id: string
  said_at: string
  risk_score: number
  emotion: string | null
  incident_id: string | null
  /** Whether the incident alerted the operators. */
  alerted: boolean
}

/** A review whose transcript the caller may read, locked. @throws Problem 404 */
export async function lockReview(call: AuthenticatedCall, id: string): Promise<ReviewedTurn> {
  if (!isUuid(id)) throw notFound('This review')
  const { rows } = await sql<ReviewedTurn>`
    select r.id, r.organization_id, r.person_id, r.conversation_id, r.message_id, m.ts as said_at, m.emotion,
      r.risk_score, i.id as incident_id, i.alert_id is not null as alerted
    from turn_reviews r join messages m on m.conversation_id = r.conversation_id and m.id = r.message_id
    left join safety_incidents i on i.message_id = m.id
    where r.id = ${id} and ${isReadable(call)} for update of r`.execute(call.db)
  if (!rows[0]) throw notFound('This review')
  return rows[0]
}

interface NewAnswer {
  review_id: string
  reviewer_id: string
  answer: ReviewAnswer
  missed: string | null
  note: string
}

/** Stores a reviewer's answer in place of their earlier one. */
export const saveAnswer = (db: Db, answer: NewAnswer) =>
  db
    .insertInto('turn_review_answers')
    .values(answer)
    .onConflict(conflict =>
      conflict
        .columns(['review_id', 'reviewer_id'])
        .doUpdateSet({ answer: answer.answer, missed: answer.missed, note: answer.note }),
    )
    .execute()

export const flagTurn = (db: Db, { conversation_id, message_id }: ReviewedTurn) =>
  db
    .updateTable('messages')
    .set({ safety_flagged: true })
    .where('conversation_id', '=', conversation_id)
    .where('id', '=', message_id)
    .execute()

/** Decisive answers by turn, the first two of each as a pair. */
export async function loadAnswerPairs(
  call: AuthenticatedCall,
): Promise<{ answered: number; pairs: AnswerPair[] }> {
  const { rows } = await sql<{ answers: ('right' | 'wrong')[] }>`
    select (array_agg(a.answer order by a.created_at, a.reviewer_id))[1:2] as answers
    from turn_reviews r join turn_review_answers a on a.review_id = r.id
    where a.answer <> 'unsure' and ${isReadable(call)}
    group by r.id`.execute(call.db)
  return {
    answered: rows.length,
    pairs: rows.flatMap(({ answers: [first, second] }) =>
      first && second ? [[first, second] as const] : [],
    ),
  }
}

export interface TrainingExample {
  text: string
  language: string
  category: string | null
  risk_score: number
  reason: UncertaintyReason
  right: number
  wrong: number
  unsure: number
  /** Dangers that reviewers say the watch missed. */
  missed: string[]
}

/** Reviewed turns of people who consented to their use as training data. */
export async function listTrainingExamples(call: AuthenticatedCall): Promise<TrainingExample[]> {
  const answered = (answer: ReviewAnswer) => sql`count(*) filter (where a.answer = ${answer})::int`
  const { rows } = await sql<TrainingExample>`
    select m.content as text, c.language, r.category, r.risk_score, r.reason, ${answered('right')} as right,
      ${answered('wrong')} as wrong, ${answered('unsure')} as unsure,
      coalesce(array_agg(distinct a.missed) filter (where a.missed is not null), '{}') as missed
    from turn_reviews r
    join conversations c on c.id = r.conversation_id
    join messages m on m.conversation_id = r.conversation_id and m.id = r.message_id
    join profiles p on p.person_id = r.person_id and p.preferences #>> '{consent,training}' = 'true'
    join turn_review_answers a on a.review_id = r.id
    where ${isReadable(call)}
    group by r.id, m.content, c.language order by r.id`.execute(call.db)
  return rows
}
