export { ensureFirstAdmin } from './auth/first-admin.ts'
export { letterText } from './auth/letter-text.ts'
export { askForLetter } from './auth/letters.ts'
export { hashOf, tokenOf } from './auth/mailed-links.ts'
export { hashChosen } from './auth/new-password.ts'
export { hashPassword } from './auth/password.ts'
export {
  endSessions,
  insertAccount,
  pruneSignIn,
  setEmailVerified,
  voidMailedTokens,
} from './auth/queries.ts'
export { enter } from './auth/sign-in.ts'
export * as plugins from './plugins.ts'
export { forgetFactors, pruneChallenges } from './two-factor/queries.ts'
export { sealAnew } from './two-factor/seal-anew.ts'
