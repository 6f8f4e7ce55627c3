/** The cards that the embedded checkout takes, by the numbers that Stripe's test mode has for the same cases. */
const outcomes: Record<string, 'paid' | 'declined' | 'needs_authentication'> = {
  '4242424242424242': 'paid',
  '4000000000000002': 'declined',
  '4000002500003155': 'needs_authentication',
}

/** What becomes of a payment by a card; undefined for one that is none of the test cards. */
export const outcomeOf = (cardNumber: string) => outcomes[cardNumber]

/** What may be kept of a card: `Visa •••• 4242`. */
export const shownCard = (cardNumber: string) => `Visa •••• ${cardNumber.slice(-4)}`
