const weights = '@moonshine-ai/moonshine-js'
const parts = [weights, 'onnxruntime-web/wasm', 'llama-tokenizer-js']

/** Optional dependencies: where they could not be installed, nothing listens. */
export function isInstalled(): boolean {
  try {
    for (const part of parts) import.meta.resolve(part)
    return true
  } catch {
    return false
  }
}

/** Of the package nothing but these files is used: its own code is for browsers. */
export const modelFile = (name: string) =>
  new URL(`./model/tiny/quantized/${name}.onnx`, import.meta.resolve(weights))
