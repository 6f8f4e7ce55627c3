/** Who may read what was said, for whatever else shows it. */
export { readable } from './readable.ts'
