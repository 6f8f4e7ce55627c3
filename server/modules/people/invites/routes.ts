import type { FastifyInstance } from 'fastify'
import { v7 as uuid } from 'uuid'
import type { Role } from '#contract/kit/permissions.ts'
import { invites } from '#contract/people/invites.ts'
import { outsideTransaction } from '#server/kit/handlers.ts'
import { Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { assertWithinPlan, planResourceOf } from '#server/modules/billing/index.ts'
import {
  hashLinkToken,
  hashNewPassword,
  insertAccount,
  refuseWithoutSingleSignOn,
  startSession,
} from '#server/modules/identity/index.ts'
import type { Tokens } from '#server/plugins/session.ts'
import type { Services } from '#server/services.ts'
import { deriveInviteToken, registerInviteJobs } from './letter.ts'
import { findInviteByToken, inviteTable, redeemInvite } from './queries.ts'

const inviteDays = 7

const invalidInvite = () => new Problem(404, 'This invitation is invalid, already used or expired')

const handlers = (tokens: Tokens) =>
  serve(invites)({
    list: inviteTable.list,
    show: call => inviteTable.find(call, call.params.id),

    create: async call => {
      const { actor, body, db, services } = call
      const id = uuid()
      const invite = await inviteTable.insert(call, {
        ...body,
        id,
        token_hash: hashLinkToken(await deriveInviteToken(db, id)),
        invited_by: actor.id,
        expires_at: new Date(Date.now() + inviteDays * 86_400_000).toISOString(),
      })
      await services.jobs.enqueue(db, 'invite', { id })
      return invite
    },

    remove: call => inviteTable.remove(call, call.params.id),

    accept: outsideTransaction(async ({ actor, body, db, audit, request, services }, withTransaction) => {
      if (actor) {
        const detail = 'You’re already signed in. Sign out to accept an invitation for a new account.'
        throw new Problem(409, detail, { kind: 'signed-in' })
      }
      const pending = await findInviteByToken(db, body.token)
      if (!pending) throw invalidInvite()
      const refusal = await refuseWithoutSingleSignOn(services, db, pending)
      if (refusal) throw refusal
      const { password, username, name } = body
      const names = [username, name]
      const passwordHash = await hashNewPassword(services, { password, names, caller: request.ip })
      return withTransaction(async db => {
        const invite = await redeemInvite(db, body.token)
        if (!invite) throw invalidInvite()
        const counted = planResourceOf(invite.role as Role)
        if (counted) await assertWithinPlan(db, invite.organization_id, counted)
        const person = await insertAccount(db, {
          username: body.username,
          name: body.name,
          passwordHash,
          email: invite.email,
          emailVerified: true,
          role: invite.role as Role,
          organizationId: invite.organization_id,
          locale: invite.locale,
          timeZone: invite.time_zone,
        })
        audit({
          action: 'accept',
          resourceType: 'invites',
          resourceId: invite.id,
          details: { person_id: person.id, role: invite.role },
          actor: person,
        })
        return startSession(services, db, tokens, person.id, request)
      })
    }),
  })

/** Invitation routes and the jobs that send the e-mails. */
export default async (app: FastifyInstance, { services, tokens }: { services: Services; tokens: Tokens }) => {
  registerInviteJobs(services)
  await handlers(tokens)(app, { services })
}
