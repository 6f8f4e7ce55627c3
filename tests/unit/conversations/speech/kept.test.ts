import { expect, test } from 'vitest'
import { cacheVoices } from '#server/adapters/voices/cache.ts'
import type { Voices } from '#server/adapters/voices/voices.ts'

test('recent speech is cached; the least recently used is evicted first', async () => {
  const spoken: string[] = []
  const voices: Voices = {
    provider: 'embedded',
    name: 'test',
    languages: ['en'],
    voicesOf: async () => [],
    speak: async ({ text }) => {
      spoken.push(text)
      return { audio: new Uint8Array(40), type: 'audio/wav' }
    },
  }
  const { speak } = cacheVoices(voices, 100)
  const { signal } = new AbortController()
  const say = (text: string) => speak({ text, voice: 'v', model: 'eleven_v3', signal })
  for (const text of ['one', 'two', 'one', 'three', 'one', 'two']) await say(text)
  expect(spoken).toEqual(['one', 'two', 'three', 'two'])
})
