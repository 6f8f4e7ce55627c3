import { contacts, ladders, onCallSchedules } from '../alerts/index.ts'
import { subscriptions } from '../billing/index.ts'
import { translationSessions } from '../conversations/index.ts'
import { deviceEvents, devices, fleet } from '../devices/index.ts'
import { apiKeys } from '../identity/index.ts'
import { rowGroupsEndpoint } from '../kit/row-groups.ts'
import { glossaryTerms } from '../localisation/index.ts'
import {
  admins,
  assignments,
  caregivers,
  elderly,
  family,
  invites,
  organizations,
  provisionedGroups,
} from '../people/index.ts'
import { activityLogs } from './activity-logs.ts'
import { figureRuleChanges, figureRuleNotices } from './figure-rule-history.ts'
import { figureRules } from './figure-rules.ts'
import { reportDeliveries, reports } from './reports.ts'
import { webhookDeliveries, webhookEndpoints } from './webhooks.ts'

/** The lists whose rows can be counted by the values of a field, by the name that the console uses. */
const lists = {
  'activity-logs': activityLogs.list,
  admins: admins.list,
  'api-keys': apiKeys.list,
  assignments: assignments.list,
  caregivers: caregivers.list,
  contacts: contacts.list,
  coverage: fleet.coverage,
  'device-events': deviceEvents.list,
  devices: devices.list,
  elderly: elderly.list,
  family: family.list,
  'figure-rule-changes': figureRuleChanges.list,
  'figure-rule-notices': figureRuleNotices.list,
  'figure-rules': figureRules.list,
  'glossary-terms': glossaryTerms.list,
  invites: invites.list,
  ladders: ladders.list,
  'on-call-schedules': onCallSchedules.list,
  organizations: organizations.list,
  'provisioned-groups': provisionedGroups.list,
  'report-deliveries': reportDeliveries.list,
  reports: reports.list,
  subscriptions: subscriptions.list,
  'translation-sessions': translationSessions.list,
  'webhook-deliveries': webhookDeliveries.list,
  'webhook-endpoints': webhookEndpoints.list,
}

/** The groups of each list's rows. */
export const rowGroups = Object.fromEntries(
  Object.entries(lists).map(([name, list]) => [name, rowGroupsEndpoint(name, list)]),
)
