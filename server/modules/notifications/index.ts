/** How people are told something that is no alarm. */
export { notify } from './notify.ts'
