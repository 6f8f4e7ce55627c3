import { alerts, contacts, emergencyServices, ladders } from '../alerts/index.ts'
import { subscriptions } from '../billing/index.ts'
import { conversations, translationSessions } from '../conversations/index.ts'
import { deviceEvents, devices, fleet } from '../devices/index.ts'
import { apiKeys } from '../identity/index.ts'
import { restEndpoints } from '../kit/rest.ts'
import {
  admins,
  assignments,
  caregivers,
  elderly,
  family,
  invites,
  organizations,
  profile,
} from '../people/index.ts'
import { activityLogs } from './activity-logs.ts'
import { figureRuleChanges, figureRuleNotices } from './figure-rule-history.ts'
import { figureRules } from './figure-rules.ts'
import { reportDeliveries, reports } from './reports.ts'
import { webhookDeliveries, webhookEndpoints } from './webhooks.ts'

/** Every resource as clients of json-server expect it, by the name that the console uses. */
export const rest = restEndpoints({
  'activity-logs': { list: activityLogs.list },
  admins,
  alerts: { list: alerts.list, show: alerts.show },
  'api-keys': apiKeys,
  assignments,
  caregivers,
  contacts,
  conversations: { list: conversations.list, show: conversations.show },
  coverage: { list: fleet.coverage },
  'device-events': { list: deviceEvents.list },
  devices,
  elderly,
  'emergency-services': emergencyServices,
  family,
  'figure-rule-changes': { list: figureRuleChanges.list, show: figureRuleChanges.show },
  'figure-rule-notices': { list: figureRuleNotices.list, show: figureRuleNotices.show },
  'figure-rules': figureRules,
  invites,
  ladders,
  organizations,
  profiles: profile,
  'report-deliveries': { list: reportDeliveries.list, show: reportDeliveries.show },
  reports,
  subscriptions: { list: subscriptions.list, show: subscriptions.show },
  'translation-sessions': { list: translationSessions.list },
  'webhook-deliveries': { list: webhookDeliveries.list, show: webhookDeliveries.show },
  'webhook-endpoints': webhookEndpoints,
})
