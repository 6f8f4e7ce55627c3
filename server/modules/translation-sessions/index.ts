export { lapse } from './lapse.ts'
