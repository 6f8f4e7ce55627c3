/** What signing in offers the other modules. */
export { ensureFirstAdmin } from './first-admin.ts'
export { letterText } from './letter-text.ts'
export { askForLetter } from './letters.ts'
export { hashOf, tokenOf } from './mailed-links.ts'
export { hashChosen } from './new-password.ts'
export { hashPassword } from './password.ts'
export {
  endSessions,
  insertAccount,
  noteProof,
  pruneSignIn,
  setEmailVerified,
  voidMailedTokens,
} from './queries.ts'
export { enter, ownPassword } from './sign-in.ts'
