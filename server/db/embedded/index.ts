export { discard } from './discard.ts'
export { DataFolderInUse } from './instance-lock.ts'
export { findRunningServer } from './running.ts'
export { supervise } from './supervise.ts'
