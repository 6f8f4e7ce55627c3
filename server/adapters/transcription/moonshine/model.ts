import { readFile } from 'node:fs/promises'
import tokenizer from 'llama-tokenizer-js'
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm'
import { modelFile } from './moonshine.ts'
import { modelSampleRate } from './wav.ts'

/** Shape of Moonshine tiny: layers, attention heads and head width. */
const layers = 6
const heads = 8
const width = 36
/** Start and end tokens. */
const begin = 1
const end = 2
/** Upper bound for English speech, from the model's authors; without it the model may repeat itself forever. */
const tokensPerSecond = 6.5

const sides = ['decoder', 'encoder'] as const
const cells = Array.from({ length: layers }, (_, layer) =>
  sides.flatMap(side => ['key', 'value'].map(part => `${layer}.${side}.${part}`)),
).flat()

function argmax(scores: Float32Array): number {
  let best = 0
  for (let token = 1; token < scores.length; token++)
    if ((scores[token] ?? 0) > (scores[best] ?? 0)) best = token
  return best
}

/**
 * Loads Moonshine tiny (Jeffries et al., 2024, arXiv 2410.15608; MIT), which transcribes English: an audio encoder, and an
 * autoregressive decoder with a key-value cache.
 */
export async function loadModel(): Promise<(samples: Float32Array) => Promise<string>> {
  // One thread is faster than real time; the other cores belong to the server.
  env.wasm.numThreads = 1
  const [encoder, decoder] = await Promise.all(
    ['encoder_model', 'decoder_model_merged'].map(async name =>
      InferenceSession.create(await readFile(modelFile(name))),
    ) as [Promise<InferenceSession>, Promise<InferenceSession>],
  )
  return async samples => {
    const sound = { input_values: new Tensor('float32', samples, [1, samples.length]) }
    const { last_hidden_state } = (await encoder.run(sound)) as { last_hidden_state: Tensor }
    const cache = new Map<string, Tensor>(
      cells.map(cell => [cell, new Tensor('float32', [], [0, heads, 1, width])]),
    )
    const tokens: number[] = []
    const maxTokens = Math.ceil((samples.length / modelSampleRate) * tokensPerSecond)
    for (let token = begin; tokens.length < maxTokens; ) {
      const isFirst = tokens.length === 0
      const written = await decoder.run({
        input_ids: new Tensor('int64', [token], [1, 1]),
        encoder_hidden_states: last_hidden_state,
        use_cache_branch: new Tensor('bool', [!isFirst]),
        ...Object.fromEntries([...cache].map(([cell, tensor]) => [`past_key_values.${cell}`, tensor])),
      })
      token = argmax((written.logits as Tensor).data as Float32Array)
      if (token === end) break
      tokens.push(token)
      // The encoder's cache is set by the first step only.
      for (const cell of cells)
        if (isFirst || cell.includes('decoder')) cache.set(cell, written[`present.${cell}`] as Tensor)
    }
    return tokenizer.decode(tokens, false, false).trim()
  }
}
