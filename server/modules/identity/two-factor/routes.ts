import { twoFactor } from '#contract/identity/two-factor.ts'
import type { Db } from '#server/db/open.ts'
import type { UserCall } from '#server/kit/call.ts'
import { outsideTransaction } from '#server/kit/handlers.ts'
import { invalidField, notFound, Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import type { Services } from '#server/services.ts'
import { createChallenge } from './challenges.ts'
import { consumeTotpCode, enforceGuessLimit, generateBackupCodes, hashBackupCode } from './factors.ts'
import { registerPasskey, registrationOptions, relyingParty } from './passkeys.ts'
import {
  clearGuesses,
  deletePasskey,
  deleteTotpSecret,
  findTotpSecret,
  findTwoFactorStatus,
  listPasskeys,
  renamePasskey,
  replaceBackupCodes,
  storeTotpSecret,
} from './queries.ts'
import { generateTotpSecret, renderQrCode } from './totp.ts'

type SecurityEmail =
  | 'two_factor_enabled'
  | 'two_factor_disabled'
  | 'backup_codes_renewed'
  | 'passkey_added'
  | 'passkey_removed'

/** Audits a change to the sign-in methods and notifies the user by e-mail. */
async function recordAndNotify(
  { actor, db, audit, services }: Pick<UserCall, 'actor' | 'db' | 'audit' | 'services'>,
  letter: SecurityEmail,
  details: Record<string, unknown> = {},
): Promise<void> {
  audit({ action: letter, resourceType: 'account', resourceId: actor.id, details })
  await services.jobs.enqueue(db, 'security_letter', {
    letter,
    person_id: actor.id,
    at: new Date().toISOString(),
  })
}

async function describeStatus({ config }: Services, db: Db, personId: string) {
  const { enabled, backupCodes, required } = await findTwoFactorStatus(db, personId)
  return {
    enabled,
    backup_codes_remaining: enabled ? backupCodes : 0,
    required: required || config.SECOND_FACTOR === 'required',
  }
}

async function newBackupCodes(db: Db, personId: string): Promise<string[]> {
  const codes = generateBackupCodes()
  await replaceBackupCodes(db, personId, codes.map(hashBackupCode))
  return codes
}

const isOff = () =>
  new Problem(409, 'Two-factor authentication is not enabled', { kind: 'second-factor-off' })
const isOn = () =>
  new Problem(409, 'Two-factor authentication is already enabled', { kind: 'second-factor-on' })

export default serve(twoFactor)({
  status: ({ actor, db, services }) => describeStatus(services, db, actor.id),

  passkeys: async ({ actor, db }) => ({ passkeys: await listPasskeys(db, actor.id) }),

  startPasskey: async ({ actor, db, audit, request, services }) => {
    const party = relyingParty(services.config, request)
    const { username } = await findTwoFactorStatus(db, actor.id)
    const challenge = await createChallenge(db, 'passkey_registration', actor.id)
    audit({ action: 'passkey_started', resourceType: 'account', resourceId: actor.id })
    const holder = { id: actor.id, name: actor.name, username }
    return { options: { ...(await registrationOptions(db, party, holder, challenge)) } }
  },

  completePasskey: async call => {
    const { actor, body, db, request, services } = call
    const passkey = await registerPasskey(db, relyingParty(services.config, request), actor.id, body)
    await recordAndNotify(call, 'passkey_added', { name: passkey.name })
    return passkey
  },

  renamePasskey: async ({ actor, body, db, params, audit }) => {
    const passkey = await renamePasskey(db, actor.id, params.id, body.name)
    if (!passkey) throw notFound('This passkey')
    audit({ action: 'passkey_renamed', resourceType: 'account', resourceId: actor.id, details: body })
    return passkey
  },

  removePasskey: async call => {
    const removed = await deletePasskey(call.db, call.actor.id, call.params.id)
    if (!removed) throw notFound('This passkey')
    await recordAndNotify(call, 'passkey_removed', removed)
  },

  setupTotp: async ({ actor, db, audit, services }) => {
    const secret = generateTotpSecret()
    if ((await findTotpSecret(db, actor.id))?.enabled_at) throw isOn()
    await storeTotpSecret(db, actor.id, services.vault.seal(secret, actor.id))
    const { username } = await findTwoFactorStatus(db, actor.id)
    audit({ action: 'two_factor_started', resourceType: 'account', resourceId: actor.id })
    return {
      qr_code: renderQrCode(secret, username),
      secret,
      backup_codes: await newBackupCodes(db, actor.id),
    }
  },

  enableTotp: outsideTransaction(async ({ actor, body, db, audit, services }, withTransaction) => {
    if ((await findTotpSecret(db, actor.id))?.enabled_at) throw isOn()
    await enforceGuessLimit(services, actor.id)
    if (!(await consumeTotpCode(services, actor.id, body.token, 'set up')))
      throw invalidField('token', 'Invalid verification code')
    return withTransaction(async db => {
      await clearGuesses(db, actor.id)
      await recordAndNotify({ actor, db, audit, services }, 'two_factor_enabled')
      return describeStatus(services, db, actor.id)
    })
  }),

  disableTotp: async call => {
    if (!(await deleteTotpSecret(call.db, call.actor.id))) throw isOff()
    await recordAndNotify(call, 'two_factor_disabled')
    return describeStatus(call.services, call.db, call.actor.id)
  },

  renewBackupCodes: async call => {
    if (!(await findTwoFactorStatus(call.db, call.actor.id)).enabled) throw isOff()
    await recordAndNotify(call, 'backup_codes_renewed')
    return { backup_codes: await newBackupCodes(call.db, call.actor.id) }
  },
})
