import type { FastifyInstance } from 'fastify'
import { identity } from '#contract/identity.ts'
import type { Db } from '#server/db/open.ts'
import { peopleInForce } from '#server/kit/in-force.ts'
import { Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { enter, noteProof, ownPassword } from '#server/modules/auth/index.ts'
import {
  allowGuess,
  answered,
  challenged,
  forgetGuesses,
  holderOf,
  isFactorOf,
  methodsOf,
  newChallenge,
  relyingParty,
  signInOptions,
  statusOf,
} from '#server/modules/two-factor/index.ts'
import type { Tokens } from '#server/plugins/session.ts'
import type { Services } from '#server/services.ts'

/** 422 and not 401: the console takes a 401 for the end of the session. */
const wrong = (detail: string) => new Problem(422, detail, { kind: 'wrong-proof' })
const wrongCode = 'Invalid verification code'
const wrongPasskey = 'Couldn’t verify this passkey'

const account = (action: string, personId: string | null, details = {}) => ({
  action,
  resourceType: 'account',
  resourceId: personId,
  details,
})

/** Somebody who may come in. @throws Problem 409 when they were suspended meanwhile. */
async function inForce(db: Db, personId: string) {
  const person = await peopleInForce(db).where('people.id', '=', personId).executeTakeFirst()
  if (!person) throw new Problem(409, 'This account is suspended', { kind: 'suspended' })
  return person
}

const handlers = (tokens: Tokens) =>
  serve(identity)({
    secondFactor: {
      async slowly({ body: { challenge, ...factor }, db, record, request, services }, change) {
        const personId = await challenged(db, challenge, 'second_factor')
        const person = await inForce(db, personId)
        const right = await isFactorOf(services, personId, factor, { purpose: 'second_factor', request })
        const by = factor.code ? 'totp' : factor.backup_code ? 'backup_code' : 'passkey'
        if (!right) {
          record({ ...account('login_failed', personId, { by }), organizationId: person.organizationId })
          await change(async () => {})
          throw wrong(by === 'passkey' ? wrongPasskey : wrongCode)
        }
        return change(async db => {
          if (by !== 'passkey') await answered(db, challenge, 'second_factor', personId)
          record({ ...account('login', personId, { by }), actor: person })
          return enter(services, db, tokens, personId, request)
        })
      },
    },

    startPasskey: async ({ db, request, services }) => {
      const party = relyingParty(services.config, request)
      return { options: { ...(await signInOptions(party, await newChallenge(db, 'passkey_sign_in', null))) } }
    },

    passkey: {
      async slowly({ body: { credential }, db, record, request, services }, change) {
        const party = relyingParty(services.config, request)
        const expected = { purpose: 'passkey_sign_in', personId: null, verified: true } as const
        const personId = await holderOf(db, party, credential, expected)
        if (!personId) {
          record(account('login_failed', null, { by: 'passkey' }))
          await change(async () => {})
          throw wrong(wrongPasskey)
        }
        const person = await inForce(db, personId)
        return change(async db => {
          record({ ...account('login', personId, { by: 'passkey' }), actor: person })
          return enter(services, db, tokens, personId, request)
        })
      },
    },

    startStepUp: async ({ actor, db }) => {
      const factors = await methodsOf(db, actor.id)
      const { password, passkeys } = await statusOf(db, actor.id)
      const others = [
        ...(password ? (['password'] as const) : []),
        ...(passkeys ? (['passkey'] as const) : []),
      ]
      return {
        challenge: await newChallenge(db, 'step_up', actor.id),
        methods: factors.length > 0 ? factors : others,
      }
    },

    stepUp: {
      async slowly({ actor, body: { password, ...factor }, db, record, request, services }, change) {
        const asksForMore = (await methodsOf(db, actor.id)).length > 0
        if (password !== undefined && asksForMore) throw wrong('Use your second factor')
        let right: boolean
        if (password === undefined)
          right = await isFactorOf(services, actor.id, factor, { purpose: 'step_up', request })
        else {
          await allowGuess(services, actor.id)
          right = await ownPassword(db, actor.id, password)
          if (right) await forgetGuesses(db, actor.id)
        }
        record(account(right ? 'step_up' : 'step_up_failed', actor.id))
        await change(async db => right && noteProof(db, actor.sessionId))
        if (!right)
          throw wrong(
            password === undefined ? (factor.credential ? wrongPasskey : wrongCode) : 'Incorrect password',
          )
      },
    },
  })

/** The calls by which people prove who they are by more, or other, than a password. */
export default async (app: FastifyInstance, { services, tokens }: { services: Services; tokens: Tokens }) =>
  handlers(tokens)(app, { services })
