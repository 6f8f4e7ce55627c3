const weights = '@moonshine-ai/moonshine-js'
const parts = [weights, 'onnxruntime-web/wasm', 'llama-tokenizer-js']

/** The model's packages are optional dependencies; without them there is no transcription. */
export function isInstalled(): boolean {
  try {
    for (const part of parts) import.meta.resolve(part)
    return true
  } catch {
    return false
  }
}

/** Only the package's model files are used; its code is for browsers. */
export const modelFile = (name: string) =>
  new URL(`./model/tiny/quantized/${name}.onnx`, import.meta.resolve(weights))
