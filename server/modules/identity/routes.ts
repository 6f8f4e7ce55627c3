import type { FastifyInstance } from 'fastify'
import { identity } from '#contract/identity/identity.ts'
import type { Db } from '#server/db/open.ts'
import type { ServerAction } from '#server/kit/audit-actions.ts'
import { outsideTransaction } from '#server/kit/handlers.ts'
import { activeUsers } from '#server/kit/person.ts'
import { Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import type { Tokens } from '#server/plugins/session.ts'
import type { Services } from '#server/services.ts'
import { recordStepUp } from './auth/queries/sessions.ts'
import { isOwnPassword, refuseWithoutSingleSignOn, startSession } from './auth/sign-in.ts'
import { findProviderOfPerson } from './single-sign-on/queries/providers.ts'
import { consumeChallenge, createChallenge, findChallengedPerson } from './two-factor/challenges.ts'
import { enforceGuessLimit, listSecondFactors, verifySecondFactor } from './two-factor/factors.ts'
import { relyingParty, signInOptions, verifyPasskey } from './two-factor/passkeys.ts'
import { clearGuesses, findTwoFactorStatus } from './two-factor/queries.ts'

/** 422 and not 401: the console treats a 401 as the end of the session. */
const wrongProof = (detail: string) => new Problem(422, detail, { kind: 'wrong-proof' })
const wrongCode = 'Invalid verification code'
const wrongPasskey = 'Couldn’t verify this passkey'

const account = (action: ServerAction, personId: string | null, details = {}) => ({
  action,
  resourceType: 'account',
  resourceId: personId,
  details,
})

/** An active person. @throws Problem 409 if they were suspended in the meantime. */
async function requireActivePerson(db: Db, personId: string) {
  const person = await activeUsers(db).where('people.id', '=', personId).executeTakeFirst()
  if (!person) throw new Problem(409, 'This account is suspended', { kind: 'suspended' })
  return person
}

const handlers = (tokens: Tokens) =>
  serve(identity)({
    secondFactor: outsideTransaction(
      async ({ body: { challenge, ...factor }, db, audit, request, services }, withTransaction) => {
        const { personId, providerId } = await findChallengedPerson(db, challenge, 'second_factor')
        const person = await requireActivePerson(db, personId)
        const right = await verifySecondFactor(services, personId, factor, {
          purpose: 'second_factor',
          request,
        })
        const by = factor.code ? 'totp' : factor.backup_code ? 'backup_code' : 'passkey'
        if (!right) {
          audit({ ...account('login_failed', personId, { by }), organizationId: person.organizationId })
          await withTransaction(async () => {})
          throw wrongProof(by === 'passkey' ? wrongPasskey : wrongCode)
        }
        return withTransaction(async db => {
          if (by !== 'passkey') await consumeChallenge(db, challenge, 'second_factor', personId)
          audit({ ...account('login', personId, { by }), actor: person })
          const origin = providerId ? { providerId } : undefined
          return startSession(services, db, tokens, personId, request, origin)
        })
      },
    ),

    startPasskey: async ({ db, request, services }) => {
      const party = relyingParty(services.config, request)
      return {
        options: { ...(await signInOptions(party, await createChallenge(db, 'passkey_sign_in', null))) },
      }
    },

    passkey: outsideTransaction(
      async ({ body: { credential }, db, audit, request, services }, withTransaction) => {
        const party = relyingParty(services.config, request)
        const expected = { purpose: 'passkey_sign_in', personId: null, verified: true } as const
        const personId = await verifyPasskey(db, party, credential, expected)
        if (!personId) {
          audit(account('login_failed', null, { by: 'passkey' }))
          await withTransaction(async () => {})
          throw wrongProof(wrongPasskey)
        }
        const person = await requireActivePerson(db, personId)
        const refusal = await refuseWithoutSingleSignOn(services, db, person)
        if (refusal) throw refusal
        return withTransaction(async db => {
          audit({ ...account('login', personId, { by: 'passkey' }), actor: person })
          return startSession(services, db, tokens, personId, request)
        })
      },
    ),

    startStepUp: async ({ actor, db }) => {
      const factors = await listSecondFactors(db, actor.id)
      const { password, passkeys } = await findTwoFactorStatus(db, actor.id)
      const others = [
        ...(password ? (['password'] as const) : []),
        ...(passkeys ? (['passkey'] as const) : []),
        ...((await findProviderOfPerson(db, actor.id)) ? (['single_sign_on'] as const) : []),
      ]
      return {
        challenge: await createChallenge(db, 'step_up', actor.id),
        methods: factors.length > 0 ? factors : others,
      }
    },

    stepUp: outsideTransaction(
      async ({ actor, body: { password, ...factor }, db, audit, request, services }, withTransaction) => {
        const asksForMore = (await listSecondFactors(db, actor.id)).length > 0
        if (password !== undefined && asksForMore) throw wrongProof('Use your second factor')
        let right: boolean
        if (password === undefined)
          right = await verifySecondFactor(services, actor.id, factor, { purpose: 'step_up', request })
        else {
          await enforceGuessLimit(services, actor.id)
          right = await isOwnPassword(db, actor.id, password)
          if (right) await clearGuesses(db, actor.id)
        }
        audit(account(right ? 'step_up' : 'step_up_failed', actor.id))
        await withTransaction(async db => right && recordStepUp(db, actor.sessionId))
        if (!right)
          throw wrongProof(
            password === undefined ? (factor.credential ? wrongPasskey : wrongCode) : 'Incorrect password',
          )
      },
    ),
  })

/** Second factor, passkey and step-up routes. */
export default async (app: FastifyInstance, { services, tokens }: { services: Services; tokens: Tokens }) =>
  handlers(tokens)(app, { services })
