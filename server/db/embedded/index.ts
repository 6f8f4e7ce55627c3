export { discard } from './discard.ts'
export { DataFolderInUse } from './instance-lock.ts'
export { running } from './running.ts'
export { type Supervised, supervise } from './supervise.ts'
