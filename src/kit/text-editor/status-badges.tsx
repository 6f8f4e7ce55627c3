import { useTranslation } from 'react-i18next'
import type { InterfaceText, TextStatus } from '#contract/localisation/interface-texts.ts'
import { Badge, type Tone } from '../resource/badge.tsx'

const tones: Record<TextStatus, Tone> = {
  bundled: 'grey',
  missing: 'red',
  draft: 'blue',
  review: 'yellow',
  published: 'green',
  rolled_back: 'grey',
}

type Shown = Pick<InterfaceText, 'status' | 'is_protected' | 'is_outdated'>

/** Status of a text. */
export function StatusBadges({ of: { status, is_protected, is_outdated } }: { of: Shown }) {
  const { t } = useTranslation('translations')
  return (
    <>
      <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
      {is_protected && <Badge tone="purple">{t('protected.badge')}</Badge>}
      {is_outdated && <Badge tone="orange">{t('outdated.badge')}</Badge>}
    </>
  )
}
