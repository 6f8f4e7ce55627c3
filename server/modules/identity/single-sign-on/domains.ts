import { randomBytes } from 'node:crypto'
import dns from 'node:dns'
import { emailDomains } from '#contract/identity/email-domains.ts'
import { outsideTransaction } from '#server/kit/handlers.ts'
import { invalidField, notFound, Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { describeDomain, requireOrganization } from './describe.ts'
import {
  deleteDomain,
  findDomain,
  insertDomain,
  isDomainTaken,
  setDomainVerified,
} from './queries/domains.ts'

/** Whether a DNS record proves that the organization owns a domain. */
async function hasRecord({ name, value }: { name: string; value: string }): Promise<boolean> {
  const records = await dns.promises.resolveTxt(name).catch(() => [])
  return records.some(parts => parts.join('') === value)
}

/** E-mail domains of organizations. */
export default serve(emailDomains)({
  add: async call => {
    const organizationId = await requireOrganization(call)
    const { domain } = call.body
    if (await isDomainTaken(call.db, organizationId, domain))
      throw invalidField('domain', 'Another organization has verified this domain', 409)
    const added = await insertDomain(call.db, organizationId, domain, randomBytes(18).toString('base64url'))
    if (!added) throw invalidField('domain', 'This domain is already in the list', 409)
    call.audit({ action: 'create', resourceType: 'email_domains', resourceId: domain, organizationId })
    return describeDomain(added)
  },

  verify: outsideTransaction(async (call, withTransaction) => {
    const { params, body, grant, audit } = call
    const organizationId = await requireOrganization(call)
    const domain = await findDomain(call.db, organizationId, params.domain)
    if (!domain) throw notFound('This domain')
    if (domain.verified_at) return describeDomain(domain)
    if (body.without_record && grant.reach !== 'all')
      throw invalidField('without_record', 'Only staff can verify a domain without its DNS record')
    if (!body.without_record && !(await hasRecord(describeDomain(domain).record)))
      throw new Problem(409, 'The DNS record was not found. New records can take hours to appear.', {
        kind: 'domain-unverified',
      })
    return withTransaction(async db => {
      if (await isDomainTaken(db, organizationId, domain.domain))
        throw new Problem(409, 'Another organization has verified this domain')
      audit({
        action: 'approve',
        resourceType: 'email_domains',
        resourceId: domain.domain,
        organizationId,
        details: { by: body.without_record ? 'staff' : 'dns' },
      })
      return describeDomain(await setDomainVerified(db, organizationId, domain.domain))
    })
  }),

  remove: async call => {
    const organizationId = await requireOrganization(call)
    const removed = await deleteDomain(call.db, organizationId, call.params.domain)
    if (!removed) throw notFound('This domain')
    call.audit({
      action: 'delete',
      resourceType: 'email_domains',
      resourceId: removed.domain,
      organizationId,
    })
  },
})
