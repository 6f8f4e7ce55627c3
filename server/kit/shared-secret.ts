import { randomBytes } from 'node:crypto'
import type { Db } from '../db/open.ts'

/** 32 random bytes under a name: made by the first instance that asks, shared by all through the database. */
export async function sharedSecret(db: Db, name: string): Promise<Uint8Array> {
  const fresh = JSON.stringify(randomBytes(32).toString('base64'))
  await db
    .insertInto('settings')
    .values({ person_id: null, key: name, value: fresh })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', name)
    .where('person_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Buffer.from(value as string, 'base64')
}
