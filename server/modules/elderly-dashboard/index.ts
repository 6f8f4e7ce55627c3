/** Tasks, for the clients that write them offline. */
export { insertTask, writeTask } from './tasks.ts'
