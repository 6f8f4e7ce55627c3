/** What everybody has in common, for the lists of people. */
export { accounts } from './accounts.ts'
export { careTeamFacts, peopleFacts, unerased } from './queries.ts'
export { usernameOf } from './username.ts'
