import type { ChatModel } from '#contract/conversations/conversations.ts'

interface Price {
  /** First day of the price, UTC. */
  from: string
  /** USD per million tokens. */
  input: number
  output: number
}

/** OpenAI list prices without discounts, newest first. Source: openai.com/api/pricing, as of 2025-11. */
const prices: Record<ChatModel, readonly Price[]> = {
  'gpt-4o-mini': [{ from: '2024-07-18', input: 0.15, output: 0.6 }],
  'gpt-4o': [
    { from: '2024-10-02', input: 2.5, output: 10 },
    { from: '2024-05-13', input: 5, output: 15 },
  ],
  'gpt-4': [{ from: '2023-03-14', input: 30, output: 60 }],
  'gpt-3.5-turbo': [
    { from: '2024-02-16', input: 0.5, output: 1.5 },
    { from: '2023-11-06', input: 1, output: 2 },
  ],
}

/** Cost of tokens in USD, with the first day of the price used; null without a known price. */
export function computeCost(
  model: string,
  at: string,
  tokens: { input: number; output: number },
): { cost: number; price_since: string } | null {
  const price = prices[model as ChatModel]?.find(({ from }) => at >= from)
  return (
    (price && {
      cost: (tokens.input * price.input + tokens.output * price.output) / 1_000_000,
      price_since: price.from,
    }) ??
    null
  )
}
