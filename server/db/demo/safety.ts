import { ALERT_RISK, alerts } from './alerts.ts'
import { filling, type Row } from './copy.ts'
import { uuidv7 } from './random.ts'
import type { Finding, World } from './world.ts'

export const incidentRows = filling(
  'safety_incidents',
  [
    'id',
    'organization_id',
    'person_id',
    'conversation_id',
    'message_id',
    'alert_id',
    'risk_score',
    'context',
    'emotion',
    'escalation_needed',
    'ts',
  ],
  function* (world: World): Generator<Row> {
    const draws = world.random.fork('incidents')
    const raised = new Map<Finding, string>()
    for (const { id, finding } of alerts(world)) if (finding) raised.set(finding, id)
    for (const finding of world.traces.findings) {
      const { person, conversationId, messageId, risk, context, emotion, ts } = finding
      yield [
        uuidv7(ts, draws),
        person.organization.id,
        person.id,
        conversationId,
        messageId,
        raised.get(finding) ?? null,
        risk,
        context,
        emotion,
        risk >= ALERT_RISK,
        new Date(ts),
      ]
    }
  },
)

/** Thresholds of an incident and of an alert, and how near to one the watch is unsure of a turn. */
const thresholds = [0.4, ALERT_RISK]
const unsureMargin = 0.05

/** How many turns wait for reviewers. */
const waitingTurns = 12

export const turnReviewRows = filling(
  'turn_reviews',
  [
    'id',
    'organization_id',
    'person_id',
    'conversation_id',
    'message_id',
    'reason',
    'category',
    'risk_score',
    'created_at',
  ],
  function* (world: World): Generator<Row> {
    const draws = world.random.fork('turn-reviews')
    const unsure = world.traces.findings.filter(({ risk }) =>
      thresholds.some(limit => Math.abs(risk - limit) <= unsureMargin),
    )
    for (const { person, conversationId, messageId, risk, context, ts } of unsure.slice(-waitingTurns))
      yield [
        uuidv7(ts, draws),
        person.organization.id,
        person.id,
        conversationId,
        messageId,
        'near_threshold',
        context,
        risk,
        new Date(ts),
      ]
  },
)
