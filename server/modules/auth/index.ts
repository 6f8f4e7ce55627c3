/** What signing in offers the other modules. */
export { ensureFirstAdmin } from './first-admin.ts'
export { askForLetter } from './letters.ts'
export { hashPassword } from './password.ts'
export { endSessions, setEmailVerified, voidMailedTokens } from './queries.ts'
