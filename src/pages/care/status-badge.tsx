import { useTranslation } from 'react-i18next'
import type { Wellbeing } from '#contract/care/wellbeing.ts'
import { Badge, type Tone } from '#kit/resource/badge.tsx'

const tones: Record<Wellbeing, Tone> = {
  needs_help: 'red',
  needs_attention: 'yellow',
  unknown: 'grey',
  well: 'green',
}

/** Badge of a person's wellbeing status. */
export function StatusBadge({ status }: { status: Wellbeing }) {
  const { t } = useTranslation('care')
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
}
