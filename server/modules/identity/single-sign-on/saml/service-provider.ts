import { type Config, publicUrl } from '#server/config.ts'

export const responsePath = '/api/auth/sso/saml/:organization'
export const metadataPath = `${responsePath}/metadata`

/**
 * What a provider has to know of this service. Each organization has names of its own, so that an assertion for one is
 * worthless to another, even where both use the same provider.
 */
export const serviceProvider = (config: Config, organizationId: string) => ({
  entity_id: `${publicUrl(config)}${metadataPath.replace(':organization', organizationId)}`,
  response_url: `${publicUrl(config)}${responsePath.replace(':organization', organizationId)}`,
})

/** The metadata document of SAML 2.0. */
export async function metadata(config: Config, organizationId: string): Promise<string> {
  const { entity_id, response_url } = serviceProvider(config, organizationId)
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml')
  return generateServiceProviderMetadata({
    issuer: entity_id,
    callbackUrl: response_url,
    identifierFormat: null,
    wantAssertionsSigned: true,
  })
}
