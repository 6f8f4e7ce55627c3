import { publicUrl } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import { sharedSecret } from '#server/kit/shared-secret.ts'
import { letterText, tokenOf } from '#server/modules/identity/index.ts'
import type { Services } from '#server/services.ts'
import { readInvite } from './queries.ts'

declare module '#server/kit/jobs.ts' {
  interface JobKinds {
    invite: { id: string }
  }
}

/** The secret of an invitation's link, made from its id: it is written down nowhere but in the letter. */
export const inviteToken = async (db: Db, id: string) => tokenOf(await sharedSecret(db, 'mail_key'), id)

/** Sends the letters of invitations; one that is no longer open gets none. */
export function sendInvites({ config, database: { db }, jobs, mail }: Services): void {
  jobs.handle('invite', async ({ id }) => {
    const invite = await readInvite(db, id)
    if (!invite) return
    const { email, expires_at, inviter, locale, organization, time_zone } = invite
    const link = `${publicUrl(config)}/register?invite=${await inviteToken(db, id)}`
    const letter = letterText(
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
