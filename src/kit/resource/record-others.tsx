import { Others } from '../presence/others.tsx'
import { useLabels } from './labels.ts'
import type { Resource } from './resource.ts'

/** Who else has a record open. */
export function RecordOthers({ of, id }: { of: Resource; id: string }) {
  const labels = useLabels(of.name)
  return (
    <Others
      resource={of.name}
      id={id}
      fieldName={field => (of.fields.has(field) ? labels.field(field) : undefined)}
    />
  )
}
