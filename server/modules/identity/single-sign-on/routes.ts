import type { FastifyInstance } from 'fastify'
import { type SignInTest, singleSignOn } from '#contract/identity/single-sign-on.ts'
import type { AuditEntry } from '#server/kit/audit.ts'
import type { Actor } from '#server/kit/call.ts'
import { outsideTransaction } from '#server/kit/handlers.ts'
import { Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import type { Tokens } from '#server/plugins/session.ts'
import type { Services } from '#server/services.ts'
import { recordStepUp } from '../auth/queries/sessions.ts'
import { startSession } from '../auth/sign-in.ts'
import { createChallenge } from '../two-factor/challenges.ts'
import { listSecondFactors } from '../two-factor/factors.ts'
import { describeTest, resolveAccount } from './accounts.ts'
import type { Identity } from './claims.ts'
import { refusalOf, refuse, SignInRefused } from './failure.ts'
import { endFlow, startFlow } from './flows.ts'
import { endSessionUrl, redeem } from './provider.ts'
import { findLinkedPerson } from './queries/identities.ts'
import {
  findProviderByEmail,
  findProviderOfPerson,
  findSessionProvider,
  type Provider,
  recordTest,
} from './queries/providers.ts'
import samlRoutes from './saml/routes.ts'

const account = (
  action: 'login' | 'login_failed' | 'step_up' | 'step_up_failed',
  personId: string | null,
) => ({
  action,
  resourceType: 'account',
  resourceId: personId,
})

/** The settings are tested by the admin who asked for it, in the same browser. */
function requireStarter(actor: Actor | null, personId: string | null): Actor {
  if (!actor || actor.id !== personId) throw refuse('expired')
  return actor
}

/** The outcome of a test that failed before any claims were accepted. */
function failedTest(error: unknown): SignInTest {
  const { failure, message } = refusalOf(error)
  const nothing = { claims: null, groups: [], email: null, role: null, second_factor: false }
  return { ...nothing, at: new Date().toISOString(), failure, detail: message }
}

/** Why a sign-in failed, for the activity log. */
function failureOf(error: unknown): string | null {
  if (error instanceof SignInRefused) return error.failure
  return error instanceof Problem ? (error.kind ?? null) : 'error'
}

/** What a sign-in through a provider means for the session that it opens. */
const sessionOrigin = (provider: Provider, { idToken, authenticatedAt, hasSecondFactor }: Identity) => ({
  providerId: provider.id,
  hasSecondFactor,
  authenticatedAt,
  idToken: provider.signs_out ? idToken : null,
})

const handlers = (tokens: Tokens) =>
  serve(singleSignOn)({
    start: outsideTransaction(async ({ body, services }) => {
      const provider = await findProviderByEmail(services.database.reserved['sign-in'], body.email)
      if (!provider)
        throw new Problem(409, 'Your organization does not use single sign-on. Sign in with your password.', {
          kind: 'no-single-sign-on',
        })
      return startFlow(services, provider, 'sign_in', { email: body.email })
    }),

    complete: outsideTransaction(async ({ actor, body, audit, request, services }, withTransaction) => {
      const { flow, provider, posted, personId } = await endFlow(services, body)
      const starter = flow.purpose === 'sign_in' ? null : requireStarter(actor, personId)
      const redeemed = () => redeem(services, provider, flow, { query: body.response, posted })

      if (flow.purpose === 'test') {
        const test = await redeemed().then(
          identity => describeTest(services, services.database.db, provider, identity),
          failedTest,
        )
        await recordTest(services.database.db, provider, test)
        return { test, organization_id: provider.organization_id }
      }

      /** Records a refused attempt, which the refusal itself would roll back. */
      async function recordFailure(error: unknown): Promise<never> {
        audit({
          ...account(starter ? 'step_up_failed' : 'login_failed', starter?.id ?? null),
          organizationId: provider.organization_id,
          details: { by: 'single_sign_on', failure: failureOf(error) },
        })
        await withTransaction(async () => {})
        throw error
      }

      if (starter) {
        const identity = await redeemed().catch(recordFailure)
        const person = await findLinkedPerson(services.database.db, identity.issuer, identity.subject)
        if (person?.id !== starter.id) return recordFailure(refuse('other_person'))
        audit(account('step_up', starter.id))
        await withTransaction(db => recordStepUp(db, starter.sessionId))
        return { stepped_up: true } as const
      }

      if (!provider.enabled) throw refuse('expired')
      const identity = await redeemed().catch(recordFailure)
      return withTransaction(async db => {
        // Recorded at the end: those of an attempt that fails are rolled back with it.
        const entries: AuditEntry[] = []
        const person = await resolveAccount(services, db, provider, identity, entry => entries.push(entry))
        const methods = identity.hasSecondFactor ? [] : await listSecondFactors(db, person.id)
        if (methods.length > 0) {
          const challenge = await createChallenge(db, 'second_factor', person.id, provider.id)
          for (const entry of entries) audit(entry)
          return { two_factor_required: true, challenge, methods } as const
        }
        const origin = sessionOrigin(provider, identity)
        const token = await startSession(services, db, tokens, person.id, request, origin)
        for (const entry of entries) audit(entry)
        audit({ ...account('login', person.id), actor: person, details: { by: 'single_sign_on' } })
        return token
      }).catch(recordFailure)
    }),

    stepUp: outsideTransaction(async ({ actor, services }) => {
      const provider = await findProviderOfPerson(services.database.db, actor.id)
      if (!provider)
        throw new Problem(409, 'Your organization does not use single sign-on. Sign in with your password.', {
          kind: 'no-single-sign-on',
        })
      return startFlow(services, provider, 'step_up', { personId: actor.id, email: actor.email })
    }),

    signOut: async ({ actor, db, services }) => {
      const provider = await findSessionProvider(db, actor.sessionId)
      if (!provider) return { url: null }
      const { id_token: sealed } = provider
      const isReadable = sealed !== null && services.vault.canOpen(sealed)
      const idToken = isReadable ? services.vault.open(sealed, actor.sessionId) : null
      return { url: await endSessionUrl(services, provider, idToken) }
    },
  })

/** Sign-in through the identity providers of organizations. */
export default async (app: FastifyInstance, { services, tokens }: { services: Services; tokens: Tokens }) => {
  await app.register(handlers(tokens), { services })
  await app.register(samlRoutes, { services })
}
