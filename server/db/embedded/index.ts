export { DataFolderInUse } from './instance-lock.ts'
export { findRunningServer } from './predecessor.ts'
export { discard, supervise } from './supervise.ts'
