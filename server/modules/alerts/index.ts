/** Alerts, as other modules raise, read and act upon them. */
export { act, helper, helperNamed, perform } from './act.ts'
export { alarmOf } from './alarms.ts'
export { distance } from './geofence.ts'
export { ladderOf } from './ladder.ts'
export { locate } from './locate.ts'
export {
  acknowledgedAlerts,
  alertsSince,
  alertTable,
  countOpen,
  deliveriesOf,
  openAlerts,
  recordOf,
  timelineOf,
} from './queries.ts'
export { enqueue } from './queue.ts'
export { raiseAlert } from './raise.ts'
export { takeReceipt } from './receipts.ts'
export { hold } from './record.ts'
export type { RehearsedCall } from './rehearse.ts'
export { findingsOf, walk } from './walk.ts'
export { processing } from './watchdog.ts'
