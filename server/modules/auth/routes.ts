import type { FastifyInstance } from 'fastify'
import { auth } from '#contract/auth.ts'
import type { Db } from '#server/db/open.ts'
import type { Actor } from '#server/kit/call.ts'
import { invalid, notFound, Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { startTrial } from '#server/modules/subscriptions/index.ts'
import { allowGuess, forgetGuesses, methodsOf, newChallenge } from '#server/modules/two-factor/index.ts'
import type { Tokens } from '#server/plugins/session.ts'
import type { Services } from '#server/services.ts'
import { askForLetter, sendLetters, tellOfPassword } from './letters.ts'
import { hashChosen } from './new-password.ts'
import { hashPassword, isOutdated } from './password.ts'
import {
  changeOwnAccount,
  endSession,
  endSessions,
  insertAccount,
  insertHousehold,
  readMailedToken,
  redeemMailedToken,
  replaceHash,
  sessionsOf,
  setEmailVerified,
  setPassword,
  userOf,
  voidMailedTokens,
} from './queries.ts'
import { checkCredentials, enter, ownPassword } from './sign-in.ts'

const deadResetLink = () => new Problem(404, 'This reset link is invalid or has expired')
const deadVerificationLink = () => new Problem(404, 'This verification link is invalid or has expired')

/** An entry about the account of a person. */
const account = (action: string, personId: string | null) => ({
  action,
  resourceType: 'account',
  resourceId: personId,
})

/** The signed-in person, with what the session knows of them. */
const shown = async (db: Db, { id, secondFactorMissing }: Actor) => ({
  ...(await userOf(db, id)),
  second_factor_missing: secondFactorMissing,
})

const handlers = (tokens: Tokens) =>
  serve(auth)({
    login: {
      async slowly({ body, db, record, request, services }, change) {
        const { account: person, refusal } = await checkCredentials(db, body.email, body.password, request.ip)
        if (refusal) {
          record({ ...account('login_failed', person?.id ?? null), organizationId: person?.organizationId })
          await change(async () => {})
          throw refusal
        }
        const { passwordHash } = person
        const renewed =
          passwordHash && isOutdated(passwordHash) ? await hashPassword(body.password, request.ip) : null
        return change(async db => {
          if (passwordHash && renewed) await replaceHash(db, person.id, passwordHash, renewed)
          const methods = await methodsOf(db, person.id)
          if (methods.length > 0) {
            const challenge = await newChallenge(db, 'second_factor', person.id)
            return { two_factor_required: true, challenge, methods } as const
          }
          record({ ...account('login', person.id), actor: person })
          return enter(services, db, tokens, person.id, request)
        })
      },
    },

    logout: async ({ actor, db, record }) => {
      await endSession(db, actor.id, actor.sessionId)
      record({ action: 'logout', resourceType: 'sessions', resourceId: actor.sessionId })
    },

    me: ({ actor, db }) => shown(db, actor),

    updateMe: async ({ actor, body, db, record }) => {
      const before = await shown(db, actor)
      await changeOwnAccount(db, actor.id, body)
      const after = await shown(db, actor)
      const changed = (['name', 'locale', 'time_zone'] as const).filter(name => before[name] !== after[name])
      const values = (user: typeof before) => Object.fromEntries(changed.map(name => [name, user[name]]))
      record({ ...account('update', actor.id), details: { before: values(before), after: values(after) } })
      return after
    },

    changePassword: {
      async slowly({ actor, body, db, record, services }, change) {
        await allowGuess(services, actor.id)
        if (!(await ownPassword(db, actor.id, body.current_password)))
          throw invalid('current_password', 'Incorrect current password')
        const { username, email } = await userOf(db, actor.id)
        const hash = await hashChosen(services, {
          password: body.new_password,
          field: 'new_password',
          names: [username, email],
          caller: actor.id,
        })
        return change(async db => {
          await setPassword(db, actor.id, hash)
          await voidMailedTokens(db, actor.id)
          await endSessions(db, actor.id, actor.sessionId)
          await forgetGuesses(db, actor.id)
          await tellOfPassword(services, db, actor.id)
          record(account('password_changed', actor.id))
          return { message: 'Your password was changed' }
        })
      },
    },

    register: {
      async slowly({ body, record, request, services }, change) {
        const { username, email, password, locale, time_zone: timeZone } = body
        const names = [username, email]
        const passwordHash = await hashChosen(services, { password, names, caller: request.ip })
        return change(async db => {
          const organizationId = await insertHousehold(db, `${username}’s household`, locale, timeZone)
          const person = await insertAccount(db, {
            username,
            email,
            passwordHash,
            name: username,
            organizationId,
            role: 'organization_admin',
            locale,
            timeZone,
          })
          await startTrial(db, organizationId, entry => record({ ...entry, actor: person }))
          await askForLetter(services, db, 'verify_email', email)
          record({ ...account('register', person.id), actor: person })
          return enter(services, db, tokens, person.id, request)
        })
      },
    },

    forgotPassword: async ({ body, db, services }) => {
      await askForLetter(services, db, 'reset_password', body.email)
      return { message: 'If an account has this address, a letter with a reset link is on its way' }
    },

    verifyResetToken: async ({ db, params }) => {
      const email = (await readMailedToken(db, params.reset_token, 'reset_password'))?.email
      if (!email) throw deadResetLink()
      return { email }
    },

    resetPassword: {
      async slowly({ body, db, record, request, services }, change) {
        const holder = await readMailedToken(db, body.token, 'reset_password')
        if (!holder) throw deadResetLink()
        const hash = await hashChosen(services, {
          password: body.new_password,
          field: 'new_password',
          names: [holder.username, holder.email],
          caller: request.ip,
        })
        return change(async db => {
          const person = await redeemMailedToken(db, body.token, 'reset_password')
          if (!person) throw deadResetLink()
          await setPassword(db, person.id, hash)
          await setEmailVerified(db, person.id, true)
          await endSessions(db, person.id)
          await tellOfPassword(services, db, person.id)
          record({ ...account('password_reset', person.id), actor: person })
          return { message: 'Your password was reset' }
        })
      },
    },

    verificationStatus: async ({ actor, db }) => ({
      verified: (await userOf(db, actor.id)).email_verified,
    }),

    resendVerification: async ({ body, db, services }) => {
      await askForLetter(services, db, 'verify_email', body.email)
      return { message: 'If an account waits for this address to be verified, a letter is on its way' }
    },

    verifyEmail: async ({ body, db, record }) => {
      const person = await redeemMailedToken(db, body.token, 'verify_email')
      if (!person) throw deadVerificationLink()
      await setEmailVerified(db, person.id, true)
      record({ ...account('email_verified', person.id), actor: person })
      return { message: 'Your e-mail address is verified' }
    },

    sessions: async ({ actor, db }) => ({
      sessions: (await sessionsOf(db, actor.id)).map(session => ({
        ...session,
        current: session.id === actor.sessionId,
      })),
    }),

    revokeSession: async ({ actor, db, params, record }) => {
      if (!(await endSession(db, actor.id, params.id))) throw notFound('This session')
      record({ action: 'session_revoked', resourceType: 'sessions', resourceId: params.id })
    },

    revokeOtherSessions: async ({ actor, db, record }) => {
      await endSessions(db, actor.id, actor.sessionId)
      record({ action: 'sessions_revoked', resourceType: 'sessions', resourceId: null })
    },
  })

/** The calls of signing in and of one's own account, and the letters that belong to them. */
export default async (app: FastifyInstance, { services, tokens }: { services: Services; tokens: Tokens }) => {
  sendLetters(services)
  await handlers(tokens)(app, { services })
}
