import { lazily, probabilities } from './linear.ts'
import { polarFeatures } from './text-features.ts'

const model = lazily(new URL('./sentiment.bin', import.meta.url))

/** How likely a text of any language is negative, neutral and positive. */
export function sentimentOf(text: string): { negative: number; neutral: number; positive: number } {
  if (!/[\p{L}\p{Extended_Pictographic}]/u.test(text)) return { negative: 0, neutral: 1, positive: 0 }
  const [negative = 0, neutral = 0, positive = 0] = probabilities(model(), polarFeatures(text))
  return { negative, neutral, positive }
}
