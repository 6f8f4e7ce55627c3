import { z } from 'zod'
import type { FieldMeta } from './fields.ts'

/** Where in the world an organization, or what was done there, counts. */
export const Region = z
  .enum(['Europe', 'North America', 'Latin America', 'Asia Pacific', 'Middle East', 'Africa'])
  .meta({ unordered: true } satisfies FieldMeta)
