export { executeCommand, resolveResponder, responderId } from './commands.ts'
export { noteNotification, notify, wantedWays } from './notifications/notify.ts'
export * as plugins from './plugins.ts'
export {
  alertTable,
  countOpenAlerts,
  listAcknowledgedAlerts,
  listAlertEvents,
  listOpenAlerts,
} from './queries.ts'
export { raiseAlert } from './raise.ts'
export { countSetAside } from './rearm.ts'
export { alarmSeverity } from './state.ts'
export { checkAlarmProcessing } from './watchdog.ts'
