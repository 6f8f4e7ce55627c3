/** The diary, for the calls that write into it. */
export { logEntry } from './log-entry.ts'
