/** Messages within the circle of a person, and what happens there. */
export { feedOf, messagesOf } from './queries.ts'
export { sendMessage } from './send.ts'
