export { enqueueLinkEmail, renderEmail } from './auth/emails.ts'
export { ensureFirstAdmin } from './auth/first-admin.ts'
export { deriveLinkToken, hashLinkToken } from './auth/mailed-links.ts'
export { hashPassword } from './auth/password.ts'
export { hashNewPassword } from './auth/password-policy.ts'
export {
  endSessions,
  insertAccount,
  pruneSignIn,
  setEmailVerified,
  voidMailedTokens,
} from './auth/queries.ts'
export { startSession } from './auth/sign-in.ts'
export * as plugins from './plugins.ts'
export { reencryptTotpSecrets } from './two-factor/factors.ts'
export { deleteSecondFactors, pruneChallenges } from './two-factor/queries.ts'
