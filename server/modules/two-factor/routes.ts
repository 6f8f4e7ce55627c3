import { twoFactor } from '#contract/two-factor.ts'
import type { Db } from '#server/db/open.ts'
import type { SignedInCall } from '#server/kit/call.ts'
import { invalid, notFound, Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import type { Services } from '#server/services.ts'
import { hashOfBackupCode, makeBackupCodes } from './backup-codes.ts'
import { newChallenge } from './challenges.ts'
import { allowGuess, spendTotpCode } from './factors.ts'
import { registerPasskey, registrationOptions, relyingParty } from './passkeys.ts'
import {
  deletePasskey,
  forgetGuesses,
  forgetSecret,
  keepBackupCodes,
  keepSecret,
  passkeysOf,
  renamePasskey,
  secretOf,
  statusOf,
} from './queries.ts'
import { makeSecret, qrCodeOf } from './totp.ts'

type Letter =
  | 'two_factor_enabled'
  | 'two_factor_disabled'
  | 'backup_codes_renewed'
  | 'passkey_added'
  | 'passkey_removed'

/** Records a change of how somebody signs in, and tells them by letter. */
async function tell(
  { actor, db, record, services }: Pick<SignedInCall, 'actor' | 'db' | 'record' | 'services'>,
  letter: Letter,
  details: Record<string, unknown> = {},
): Promise<void> {
  record({ action: letter, resourceType: 'account', resourceId: actor.id, details })
  await services.jobs.enqueue(db, 'security_letter', {
    letter,
    person_id: actor.id,
    at: new Date().toISOString(),
  })
}

async function shownStatus({ config }: Services, db: Db, personId: string) {
  const { enabled, backupCodes, required } = await statusOf(db, personId)
  return {
    enabled,
    backup_codes_remaining: enabled ? backupCodes : 0,
    required: required || config.SECOND_FACTOR === 'required',
  }
}

async function newBackupCodes(db: Db, personId: string): Promise<string[]> {
  const codes = makeBackupCodes()
  await keepBackupCodes(db, personId, codes.map(hashOfBackupCode))
  return codes
}

const isOff = () =>
  new Problem(409, 'Two-factor authentication is not enabled', { kind: 'second-factor-off' })
const isOn = () =>
  new Problem(409, 'Two-factor authentication is already enabled', { kind: 'second-factor-on' })

export default serve(twoFactor)({
  status: ({ actor, db, services }) => shownStatus(services, db, actor.id),

  passkeys: async ({ actor, db }) => ({ passkeys: await passkeysOf(db, actor.id) }),

  startPasskey: async ({ actor, db, record, request, services }) => {
    const party = relyingParty(services.config, request)
    const { username } = await statusOf(db, actor.id)
    const challenge = await newChallenge(db, 'passkey_registration', actor.id)
    record({ action: 'passkey_started', resourceType: 'account', resourceId: actor.id })
    const holder = { id: actor.id, name: actor.name, username }
    return { options: { ...(await registrationOptions(db, party, holder, challenge)) } }
  },

  completePasskey: async call => {
    const { actor, body, db, request, services } = call
    const passkey = await registerPasskey(db, relyingParty(services.config, request), actor.id, body)
    await tell(call, 'passkey_added', { name: passkey.name })
    return passkey
  },

  renamePasskey: async ({ actor, body, db, params, record }) => {
    const passkey = await renamePasskey(db, actor.id, params.id, body.name)
    if (!passkey) throw notFound('This passkey')
    record({ action: 'passkey_renamed', resourceType: 'account', resourceId: actor.id, details: body })
    return passkey
  },

  removePasskey: async call => {
    const removed = await deletePasskey(call.db, call.actor.id, call.params.id)
    if (!removed) throw notFound('This passkey')
    await tell(call, 'passkey_removed', removed)
  },

  setupTotp: async ({ actor, db, record, services }) => {
    const secret = makeSecret()
    if ((await secretOf(db, actor.id))?.enabled_at) throw isOn()
    await keepSecret(db, actor.id, services.vault.seal(secret, actor.id))
    const { username } = await statusOf(db, actor.id)
    record({ action: 'two_factor_started', resourceType: 'account', resourceId: actor.id })
    return {
      qr_code: qrCodeOf(secret, username),
      secret,
      backup_codes: await newBackupCodes(db, actor.id),
    }
  },

  enableTotp: {
    async slowly({ actor, body, db, record, services }, change) {
      if ((await secretOf(db, actor.id))?.enabled_at) throw isOn()
      await allowGuess(services, actor.id)
      if (!(await spendTotpCode(services, actor.id, body.token, 'set up')))
        throw invalid('token', 'Invalid verification code')
      return change(async db => {
        await forgetGuesses(db, actor.id)
        await tell({ actor, db, record, services }, 'two_factor_enabled')
        return shownStatus(services, db, actor.id)
      })
    },
  },

  disableTotp: async call => {
    if (!(await forgetSecret(call.db, call.actor.id))) throw isOff()
    await tell(call, 'two_factor_disabled')
    return shownStatus(call.services, call.db, call.actor.id)
  },

  renewBackupCodes: async call => {
    if (!(await statusOf(call.db, call.actor.id)).enabled) throw isOff()
    await tell(call, 'backup_codes_renewed')
    return { backup_codes: await newBackupCodes(call.db, call.actor.id) }
  },
})
