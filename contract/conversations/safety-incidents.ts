import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Day, Id, Instant, UserId } from '../kit/fields.ts'
import { drillDownEndpoint, type Figure } from '../kit/figure.ts'
import { daysQuery, Period } from '../kit/period.ts'
import { may } from '../kit/permissions.ts'
import { RiskLevel } from './judgement.ts'

const path = '/api/safety-incidents'
const access = may('analytics', 'list')

export const safetyRanges = ['7d', '30d', '90d'] as const

/** Thresholds of the summary counts: high above 0.7, medium from 0.4 to 0.7. */
export const summaryRisk = { high: 0.7, medium: 0.4 } as const
/** Contexts that count as emergencies. */
export const emergencyContexts = ['medical', 'fall', 'self_harm', 'abuse'] as const
/** A conversation is distressed if a turn has one of these emotions and a sentiment below the limit. */
export const distress = { emotions: ['sad', 'anxious', 'angry'], below: -0.3 } as const

/** The parts that safety figures sum up; their rows are in `server/modules/conversations/safety-incidents/parts.ts`. */
export type SafetyPart = 'high_risk' | 'medium_risk' | 'emergencies' | 'distressed' | 'incidents' | 'risks'

const figure = <const F extends Figure<SafetyPart>>(definition: F) => definition
const count = <const Part extends SafetyPart>(part: Part) => figure({ unit: 'count', formula: { sum: part } })

/** All safety figures. Each can be drilled into and filtered by the facet below. */
export const safetyFigures = {
  high_risk_conversations: count('high_risk'),
  medium_risk_conversations: count('medium_risk'),
  emergency_contexts: count('emergencies'),
  distressed_conversations: count('distressed'),
  incidents: count('incidents'),
  average_risk: figure({ unit: 'score', formula: { mean: 'risks' } }),
} as const satisfies Record<string, Figure<SafetyPart>>
export type SafetyFigure = keyof typeof safetyFigures

export const safetyFacets = { risk_level: RiskLevel.optional() }
export type SafetyFacet = keyof typeof safetyFacets

export const SafetyIncident = z.object({
  id: Id,
  timestamp: Instant,
  user_id: UserId,
  user_name: z.string(),
  risk_score: z.number(),
  risk_level: RiskLevel,
  /** Category of the rule that matched. */
  context: z.string(),
  emotion_detected: z.string().nullable(),
  escalation_needed: z.boolean(),
  conversation_id: Id.nullable(),
  /** The turn that opened the incident. */
  message_id: Id.nullable(),
  alert_id: Id.nullable(),
})
export type SafetyIncident = z.infer<typeof SafetyIncident>

const Distribution = z.array(z.object({ risk_level: RiskLevel, count: z.int() }))
const Timeline = z.array(
  z.object({ date: Day, incident_count: z.int(), average_risk_score: z.number().nullable() }),
)

export const safetyIncidents = {
  summary: endpoint({
    method: 'GET',
    path: `${path}/summary`,
    summary: 'Count conversations with high and medium risk, emergencies and distress',
    access,
    scope: 'analytics:read',
    query: daysQuery(30),
    reply: z.object({
      period: Period,
      high_risk_conversations: z.int(),
      medium_risk_conversations: z.int(),
      emergency_contexts: z.int(),
      distressed_conversations: z.int(),
    }),
  }),
  recent: endpoint({
    method: 'GET',
    path: `${path}/recent-incidents`,
    summary: 'List incidents at or above a risk score, newest first',
    access,
    query: daysQuery(7, {
      min_risk_score: z.coerce.number().min(0).max(1).prefault(0.4),
      limit: z.coerce.number().int().min(1).max(200).prefault(50),
    }),
    reply: z.object({ period: Period, incidents: z.array(SafetyIncident), total: z.int() }),
  }),
  show: endpoint({
    method: 'GET',
    path: `${path}/incident/{id}`,
    summary: 'Get an incident',
    access,
    reply: z.object({ incident: SafetyIncident }),
  }),
  byRiskLevel: endpoint({
    method: 'GET',
    path: `${path}/by-risk-level`,
    summary: 'Count incidents by risk level, highest first',
    access,
    scope: 'analytics:read',
    query: daysQuery(30),
    reply: z.object({ period: Period, distribution: Distribution }),
  }),
  timeline: endpoint({
    method: 'GET',
    path: `${path}/timeline`,
    summary: 'Get incident count and mean risk by day',
    access,
    scope: 'analytics:read',
    query: daysQuery(30),
    reply: z.object({ period: Period, timeline: Timeline }),
  }),
  ofUser: endpoint({
    method: 'GET',
    path: `${path}/user/{id}`,
    summary: 'Get the incidents of a person',
    access,
    query: daysQuery(30),
    reply: z.object({
      period: Period,
      user_id: UserId,
      incident_count: z.int(),
      highest_risk_score: z.number().nullable(),
      distribution: Distribution,
      /** The newest 50. */
      incidents: z.array(SafetyIncident),
    }),
  }),
  open: drillDownEndpoint(`${path}/figures`, access, safetyFacets, {}),
}
