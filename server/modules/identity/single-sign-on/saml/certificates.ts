import { X509Certificate } from 'node:crypto'

/** The smallest RSA key that signatures are accepted of, in bits. */
const minBits = 2_048

/**
 * Reads an X.509 certificate, written as PEM or as its Base64 alone, as metadata has it.
 * @returns null unless it has an RSA key of sufficient length
 */
function read(text: string): X509Certificate | null {
  const base64 = text.replaceAll(/-----(BEGIN|END) CERTIFICATE-----|\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null
  try {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'))
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
    const isStrong = asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= minBits
    return isStrong ? certificate : null
  } catch {
    return null
  }
}

/** A certificate as PEM; null if it is not usable. */
export const toPem = (text: string): string | null => read(text)?.toString() ?? null

/** What administrators recognise a certificate by. */
export function describeCertificate(pem: string): { fingerprint: string; expires_at: string } {
  const { fingerprint256, validTo } = new X509Certificate(pem)
  return { fingerprint: fingerprint256, expires_at: new Date(validTo).toISOString() }
}
