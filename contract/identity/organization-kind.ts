import { z } from 'zod'

/** The service itself, who cares for many, or one household. */
export const OrganizationKind = z.enum(['service', 'care_provider', 'household'])
