/** Tasks, for the clients that write them offline, and plans, for those who look after somebody. */
export { planOf } from './plan.ts'
export { insertTask, tasksOf, writeTask } from './tasks.ts'
