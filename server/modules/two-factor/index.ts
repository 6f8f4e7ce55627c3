/** What the second factor offers the other modules. */
export { answered, challenged, newChallenge } from './challenges.ts'
export { allowGuess, isFactorOf, methodsOf } from './factors.ts'
export { holderOf, relyingParty, signInOptions } from './passkeys.ts'
export { forgetFactors, forgetGuesses, pruneChallenges, statusOf } from './queries.ts'
export { sealAnew } from './seal-anew.ts'
