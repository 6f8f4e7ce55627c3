import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/kit/language.ts'
import { fileEndings, TextFormat, translations } from '#contract/localisation/translations.ts'
import { Button } from '#kit/button.tsx'
import { download } from '#kit/download.ts'
import { Popover } from '#kit/popover.tsx'
import { toast } from '#kit/toasts.ts'
import styles from './translations.module.css'

/** Exports the texts of a language or of one screen, in a format of choice. */
export function ExportMenu({ language, namespace }: { language: Language; namespace: string }) {
  const { t } = useTranslation('translations')
  const [pending, setPending] = useState(false)

  async function save(format: TextFormat) {
    setPending(true)
    const query = { language, format, ...(namespace && { namespace }) }
    const name = ['voicedeck', language, namespace].filter(Boolean).join('-')
    await download(translations.export, { query }, `${name}.${fileEndings[format]}`, () => {}).catch(() =>
      toast({ tone: 'bad', text: t('export.failed') }),
    )
    setPending(false)
  }

  return (
    <Popover
      label={t('export.open')}
      trigger={props => (
        <Button {...props} pending={pending}>
          {t('export.open')}
        </Button>
      )}
    >
      {close => (
        <ul className={styles.formats}>
          {TextFormat.options.map(format => (
            <li key={format}>
              <Button
                variant="quiet"
                block
                onClick={() => {
                  close()
                  void save(format)
                }}
              >
                {t(`export.${format}`)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}
