import { publicUrl } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import { sharedSecret } from '#server/kit/vault.ts'
import { deriveLinkToken, renderEmail } from '#server/modules/identity/index.ts'
import type { Services } from '#server/services.ts'
import { findPendingInvite } from './queries.ts'

declare module '#server/kit/jobs.ts' {
  interface JobPayloads {
    invite: { id: string }
  }
}

/** The secret in an invitation link, derived from its id; it is stored nowhere except in the sent e-mail. */
export const deriveInviteToken = async (db: Db, id: string) =>
  deriveLinkToken(await sharedSecret(db, 'mail_key'), id)

/** Sends queued invitations; those no longer pending are skipped. */
export function registerInviteJobs({ config, database: { db }, jobs, mail }: Services): void {
  jobs.handle('invite', async ({ id }) => {
    const invite = await findPendingInvite(db, id)
    if (!invite) return
    const { email, expires_at, inviter, locale, organization, time_zone } = invite
    const link = `${publicUrl(config)}/register?invite=${await deriveInviteToken(db, id)}`
    const letter = renderEmail(
      'join',
      { locale, time_zone },
      { until: new Date(expires_at) },
      {
        inviter,
        organization,
        link,
      },
    )
    await mail.deliver({ id, to: email, ...letter })
  })
}
