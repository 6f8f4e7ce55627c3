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
