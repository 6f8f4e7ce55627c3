import { hkdfSync } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { auth } from '#contract/identity/auth.ts'
import type { Db } from '#server/db/open.ts'
import type { ServerAction } from '#server/kit/audit-actions.ts'
import type { Actor } from '#server/kit/call.ts'
import { outsideTransaction } from '#server/kit/handlers.ts'
import { invalidField, notFound, Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { sharedSecret } from '#server/kit/vault.ts'
import { startTrial } from '#server/modules/billing/index.ts'
import type { Tokens } from '#server/plugins/session.ts'
import type { Services } from '#server/services.ts'
import { createChallenge } from '../two-factor/challenges.ts'
import { enforceGuessLimit, listSecondFactors } from '../two-factor/factors.ts'
import { clearGuesses } from '../two-factor/queries.ts'
import { enqueueLinkEmail, notifyPasswordChanged, registerEmailJobs } from './emails.ts'
import { hashPassword, isOutdated } from './password.ts'
import { hashNewPassword } from './password-policy.ts'
import {
  findUser,
  insertAccount,
  insertHousehold,
  replaceHash,
  setEmailVerified,
  setPassword,
  updateOwnAccount,
} from './queries/accounts.ts'
import { findMailedToken, redeemMailedToken, voidMailedTokens } from './queries/mailed-links.ts'
import { endSession, endSessions, listSessions } from './queries/sessions.ts'
import { checkCredentials, isOwnPassword, startSession } from './sign-in.ts'

const invalidResetLink = () => new Problem(404, 'This reset link is invalid or has expired')
const invalidVerificationLink = () => new Problem(404, 'This verification link is invalid or has expired')

/** An audit entry about a person's account. */
const account = (action: ServerAction, personId: string | null) => ({
  action,
  resourceType: 'account',
  resourceId: personId,
})

/** The current user, including session state. */
const describeUser = async (db: Db, { id, sessionId, isSecondFactorMissing }: Actor) => ({
  ...(await findUser(db, id, sessionId)),
  second_factor_missing: isSecondFactorMissing,
})

const handlers = (tokens: Tokens) =>
  serve(auth)({
    login: outsideTransaction(async ({ body, audit, request, services }, withTransaction) => {
      const { account: person, refusal } = await checkCredentials(
        services,
        body.email,
        body.password,
        request,
      )
      if (refusal) {
        audit({ ...account('login_failed', person?.id ?? null), organizationId: person?.organizationId })
        await withTransaction(async () => {})
        throw refusal
      }
      const { passwordHash } = person
      const renewed =
        passwordHash && isOutdated(passwordHash) ? await hashPassword(body.password, request.ip) : null
      return withTransaction(async db => {
        if (passwordHash && renewed) await replaceHash(db, person.id, passwordHash, renewed)
        const methods = await listSecondFactors(db, person.id)
        if (methods.length > 0) {
          const challenge = await createChallenge(db, 'second_factor', person.id)
          return { two_factor_required: true, challenge, methods } as const
        }
        audit({ ...account('login', person.id), actor: person })
        return startSession(services, db, tokens, person.id, request)
      })
    }),

    logout: async ({ actor, db, audit }) => {
      await endSession(db, actor.id, actor.sessionId)
      audit({ action: 'logout', resourceType: 'sessions', resourceId: actor.sessionId })
    },

    me: ({ actor, db }) => describeUser(db, actor),

    draftKey: async ({ actor, services }) => {
      const secret = await sharedSecret(services.database.db, 'draft_key')
      return { key: Buffer.from(hkdfSync('sha256', secret, '', actor.id, 32)).toString('base64url') }
    },

    updateMe: async ({ actor, body, db, audit }) => {
      const before = await describeUser(db, actor)
      await updateOwnAccount(db, actor.id, body)
      const after = await describeUser(db, actor)
      const changed = (['name', 'locale', 'time_zone'] as const).filter(name => before[name] !== after[name])
      const values = (user: typeof before) => Object.fromEntries(changed.map(name => [name, user[name]]))
      audit({ ...account('update', actor.id), details: { before: values(before), after: values(after) } })
      return after
    },

    changePassword: outsideTransaction(async ({ actor, body, db, audit, services }, withTransaction) => {
      await enforceGuessLimit(services, actor.id)
      if (!(await isOwnPassword(db, actor.id, body.current_password)))
        throw invalidField('current_password', 'Incorrect current password')
      const { username, email } = await findUser(db, actor.id, actor.sessionId)
      const hash = await hashNewPassword(services, {
        password: body.new_password,
        field: 'new_password',
        names: [username, email],
        caller: actor.id,
      })
      return withTransaction(async db => {
        await setPassword(db, actor.id, hash)
        await voidMailedTokens(db, actor.id)
        await endSessions(db, actor.id, actor.sessionId)
        await clearGuesses(db, actor.id)
        await notifyPasswordChanged(services, db, actor.id)
        audit(account('password_changed', actor.id))
        return { message: 'Your password was changed' }
      })
    }),

    register: outsideTransaction(async ({ body, audit, request, services }, withTransaction) => {
      const { username, email, password, locale, time_zone: timeZone } = body
      const names = [username, email]
      const passwordHash = await hashNewPassword(services, { password, names, caller: request.ip })
      return withTransaction(async db => {
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
        await startTrial(db, organizationId, entry => audit({ ...entry, actor: person }))
        await enqueueLinkEmail(services, db, 'verify_email', email)
        audit({ ...account('register', person.id), actor: person })
        return startSession(services, db, tokens, person.id, request)
      })
    }),

    forgotPassword: async ({ body, db, services }) => {
      await enqueueLinkEmail(services, db, 'reset_password', body.email)
      return { message: 'If an account has this address, a letter with a reset link is on its way' }
    },

    verifyResetToken: async ({ db, params }) => {
      const email = (await findMailedToken(db, params.reset_token, 'reset_password'))?.email
      if (!email) throw invalidResetLink()
      return { email }
    },

    resetPassword: outsideTransaction(async ({ body, db, audit, request, services }, withTransaction) => {
      const holder = await findMailedToken(db, body.token, 'reset_password')
      if (!holder) throw invalidResetLink()
      const hash = await hashNewPassword(services, {
        password: body.new_password,
        field: 'new_password',
        names: [holder.username, holder.email],
        caller: request.ip,
      })
      return withTransaction(async db => {
        const person = await redeemMailedToken(db, body.token, 'reset_password')
        if (!person) throw invalidResetLink()
        await setPassword(db, person.id, hash)
        await setEmailVerified(db, person.id, true)
        await endSessions(db, person.id)
        await notifyPasswordChanged(services, db, person.id)
        audit({ ...account('password_reset', person.id), actor: person })
        return { message: 'Your password was reset' }
      })
    }),

    verificationStatus: async ({ actor, db }) => ({
      verified: (await findUser(db, actor.id, actor.sessionId)).email_verified,
    }),

    resendVerification: async ({ body, db, services }) => {
      await enqueueLinkEmail(services, db, 'verify_email', body.email)
      return { message: 'If an account waits for this address to be verified, a letter is on its way' }
    },

    verifyEmail: async ({ body, db, audit }) => {
      const person = await redeemMailedToken(db, body.token, 'verify_email')
      if (!person) throw invalidVerificationLink()
      await setEmailVerified(db, person.id, true)
      audit({ ...account('email_verified', person.id), actor: person })
      return { message: 'Your e-mail address is verified' }
    },

    sessions: async ({ actor, db }) => ({
      sessions: (await listSessions(db, actor.id)).map(session => ({
        ...session,
        current: session.id === actor.sessionId,
      })),
    }),

    revokeSession: async ({ actor, db, params, audit }) => {
      if (!(await endSession(db, actor.id, params.id))) throw notFound('This session')
      audit({ action: 'session_revoked', resourceType: 'sessions', resourceId: params.id })
    },

    revokeOtherSessions: async ({ actor, db, audit }) => {
      await endSessions(db, actor.id, actor.sessionId)
      audit({ action: 'sessions_revoked', resourceType: 'sessions', resourceId: null })
    },
  })

/** Sign-in and account routes, and the e-mail jobs they use. */
export default async (app: FastifyInstance, { services, tokens }: { services: Services; tokens: Tokens }) => {
  registerEmailJobs(services)
  await handlers(tokens)(app, { services })
}
