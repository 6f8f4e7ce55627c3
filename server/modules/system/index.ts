/** The daily round that keeps to how long data is kept. */
export { expire } from './expire.ts'
