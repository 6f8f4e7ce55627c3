import type { Config } from '#server/config.ts'
import type { Chat } from './chat.ts'
import { companion } from './embedded/companion.ts'

/** An OpenAI-compatible endpoint where one is configured, else the embedded companion. */
export async function openChat({
  CHAT_API_KEY,
  CHAT_BASE_URL,
  CHAT_TIMEOUT_MS,
}: Pick<Config, 'CHAT_API_KEY' | 'CHAT_BASE_URL' | 'CHAT_TIMEOUT_MS'>): Promise<Chat> {
  if (!CHAT_API_KEY && !CHAT_BASE_URL) return companion
  // The libraries that speak with models are read only where one is spoken with.
  const { openAi } = await import('./openai.ts')
  return openAi({
    baseURL: CHAT_BASE_URL ?? 'https://api.openai.com/v1',
    apiKey: CHAT_API_KEY ?? 'none',
    timeoutMs: CHAT_TIMEOUT_MS,
  })
}
