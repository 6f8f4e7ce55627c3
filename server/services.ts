import type { FastifyBaseLogger } from 'fastify'
import type { Channels } from '#server/adapters/channels/index.ts'
import type { Chat } from '#server/adapters/chat/chat.ts'
import type { Checkouts } from '#server/adapters/checkout/index.ts'
import type { Mailer } from '#server/adapters/mail.ts'
import type { Transcription } from '#server/adapters/transcription/transcription.ts'
import type { Speakers } from '#server/adapters/voices/index.ts'
import type { Config } from './config.ts'
import type { Database } from './db/open.ts'
import type { Changes } from './kit/changes.ts'
import type { Jobs } from './kit/jobs.ts'
import type { Vault } from './kit/vault.ts'
import type { CopyStore } from './rollups/copy/store.ts'

/** Services shared by all modules, created once at start-up. */
export interface Services {
  config: Config
  database: Database
  jobs: Jobs
  mail: Mailer
  /** Channels for alarm messages. */
  channels: Channels
  chat: Chat
  checkouts: Checkouts
  voices: Speakers
  /** Null if not configured. */
  transcription: Transcription | null
  changes: Changes
  /** Set if `CLICKHOUSE_URL` is. */
  copy?: CopyStore
  vault: Vault
  log: FastifyBaseLogger
}
