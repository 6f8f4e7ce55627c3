import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/kit/language.ts'
import {
  fileEndings,
  maxTextFile,
  TextFormat,
  type TextImport,
  translations,
} from '#contract/localisation/translations.ts'
import { Button } from '#kit/button.tsx'
import { call, errorDetail } from '#kit/call.ts'
import { Callout } from '#kit/callout.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { TextField } from '#kit/field.tsx'
import { toast } from '#kit/toasts.ts'
import { useRefetch } from '#kit/use-call.ts'
import styles from './import-dialog.module.css'
import { ImportPreview } from './import-preview.tsx'
import { useLanguageName } from './use-texts-view.ts'

interface Chosen {
  format: TextFormat
  content: string
  result: TextImport
}

/** The format of a file by the ending of its name; JSON if it is unknown. */
function formatOf(name: string): TextFormat {
  const ending = name.toLowerCase().split('.').at(-1)
  if (ending === 'xliff') return 'xliff'
  return TextFormat.options.find(format => fileEndings[format] === ending) ?? 'json'
}

/** Imports a file of texts: previews the changes, then saves them. */
export function ImportDialog({ language, onClose }: { language: Language; onClose: () => void }) {
  const { t } = useTranslation(['translations', 'common'])
  const nameOf = useLanguageName()
  const refetch = useRefetch('translations')
  const [chosen, setChosen] = useState<Chosen>()
  const [failure, setFailure] = useState<string>()
  const [pending, setPending] = useState(false)

  async function send(file: Pick<Chosen, 'format' | 'content'>, apply: boolean) {
    setPending(true)
    setFailure(undefined)
    try {
      return await call(translations.import, { body: { language, apply, ...file } })
    } catch (error) {
      setFailure(errorDetail(error) ?? t('import.failed'))
    } finally {
      setPending(false)
    }
  }

  async function choose(file: File | undefined) {
    setChosen(undefined)
    if (!file) return
    const content = await file.text()
    if (content.length > maxTextFile) return setFailure(t('import.large'))
    const format = formatOf(file.name)
    const result = await send({ format, content }, false)
    if (result) setChosen({ format, content, result })
  }

  async function apply({ format, content }: Chosen) {
    const result = await send({ format, content }, true)
    if (!result) return
    toast({ tone: 'good', text: t('import.applied', { count: result.changed }) })
    void refetch()
    onClose()
  }

  return (
    <Dialog
      title={t('import.title', { language: nameOf(language) })}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          {chosen && (
            <Button
              variant="main"
              disabled={chosen.result.changed === 0}
              pending={pending}
              onClick={() => void apply(chosen)}
            >
              {t('import.apply', { count: chosen.result.changed })}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.import}>
        <p>{t('import.text')}</p>
        <TextField
          label={t('import.file')}
          type="file"
          accept=".json,.csv,.xlf,.xliff,.po"
          onChange={({ target }) => void choose(target.files?.[0])}
        />
        {failure && (
          <Callout tone="bad" role="alert">
            {failure}
          </Callout>
        )}
        {chosen && (
          <div role="status">
            <ul className={styles.counts}>
              {(['changed', 'unchanged', 'refused'] as const).map(verdict => (
                <li key={verdict}>{t(`import.${verdict}`, { count: chosen.result[verdict] })}</li>
              ))}
            </ul>
          </div>
        )}
        {chosen && <ImportPreview texts={chosen.result.texts} language={language} />}
      </div>
    </Dialog>
  )
}
