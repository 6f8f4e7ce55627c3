/** A sign-in, step-up or test that was sent to a provider. */
export interface Flow {
  purpose: 'sign_in' | 'step_up' | 'test'
  state: string
  secret: string
}

/** A person as a provider knows them, once its response was verified. */
export interface Identity {
  issuer: string
  subject: string
  /** Claims of OpenID Connect. Attributes of SAML keep their names, and those that matter here get the claim's as well. */
  claims: Record<string, unknown>
  /** Null after SAML. */
  idToken: string | null
  /** When the person signed in at the provider, if it says so. */
  authenticatedAt: Date | null
  hasSecondFactor: boolean
}
