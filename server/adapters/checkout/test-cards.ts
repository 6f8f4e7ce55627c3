/** Test cards of the embedded checkout; same numbers and outcomes as in Stripe's test mode. */
const outcomes: Record<string, 'paid' | 'declined' | 'needs_authentication'> = {
  '4242424242424242': 'paid',
  '4000000000000002': 'declined',
  '4000002500003155': 'needs_authentication',
}

/** The outcome of a payment; undefined if it is not a test card. */
export const testCardOutcome = (cardNumber: string) => outcomes[cardNumber]

/** The storable part of a card number: `Visa •••• 4242`. */
export const maskCard = (cardNumber: string) => `Visa •••• ${cardNumber.slice(-4)}`
