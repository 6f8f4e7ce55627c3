import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/kit/language.ts'
import { translations } from '#contract/localisation/translations.ts'
import { Button } from '#kit/button.tsx'
import { download } from '#kit/download.ts'
import { toast } from '#kit/toasts.ts'

const formats = ['json', 'csv'] as const

/** Exports the texts of a language or of one screen. */
export function ExportButtons({ language, namespace }: { language: Language; namespace: string }) {
  const { t } = useTranslation('translations')
  const [pending, setPending] = useState<string>()
  async function save(format: (typeof formats)[number]) {
    setPending(format)
    const query = { language, format, ...(namespace && { namespace }) }
    const name = ['voicedeck', language, namespace].filter(Boolean).join('-')
    await download(translations.export, { query }, `${name}.${format}`, () => {}).catch(() =>
      toast({ tone: 'bad', text: t('export.failed') }),
    )
    setPending(undefined)
  }
  return formats.map(format => (
    <Button key={format} pending={pending === format} onClick={() => void save(format)}>
      {t(`export.${format}`)}
    </Button>
  ))
}
