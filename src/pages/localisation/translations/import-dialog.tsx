import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/kit/language.ts'
import { maxTextFile, type TextImport, translations } from '#contract/localisation/translations.ts'
import { Button } from '#kit/button.tsx'
import { call, reasonOf } from '#kit/call.ts'
import { Dialog } from '#kit/dialog.tsx'
import { TextField } from '#kit/field.tsx'
import { Remark } from '#kit/remark.tsx'
import { say } from '#kit/toasts.ts'
import { useReread } from '#kit/use-reread.ts'
import styles from './import-dialog.module.css'
import { useLanguageName } from './language-name.ts'

interface Chosen {
  format: 'json' | 'csv'
  content: string
  result: TextImport
}

/** Takes a file of texts, tells what it would change, and saves that as drafts. */
export function ImportDialog({ language, onClose }: { language: Language; onClose: () => void }) {
  const { t } = useTranslation(['translations', 'common'])
  const nameOf = useLanguageName()
  const reread = useReread('translations')
  const [chosen, setChosen] = useState<Chosen>()
  const [failure, setFailure] = useState<string>()
  const [pending, setPending] = useState(false)

  async function send(given: Pick<Chosen, 'format' | 'content'>, apply: boolean) {
    setPending(true)
    setFailure(undefined)
    try {
      return await call(translations.import, { body: { language, apply, ...given } })
    } catch (error) {
      setFailure(reasonOf(error) ?? t('import.failed'))
    } finally {
      setPending(false)
    }
  }

  async function choose(file: File | undefined) {
    setChosen(undefined)
    if (!file) return
    const content = await file.text()
    if (content.length > maxTextFile) return setFailure(t('import.large'))
    const format = file.name.toLowerCase().endsWith('.csv') ? 'csv' : 'json'
    const result = await send({ format, content }, false)
    if (result) setChosen({ format, content, result })
  }

  async function apply({ format, content }: Chosen) {
    const result = await send({ format, content }, true)
    if (!result) return
    say({ tone: 'good', text: t('import.applied', { count: result.changed }) })
    void reread()
    onClose()
  }

  const refused = chosen?.result.texts.filter(({ verdict }) => verdict === 'refused') ?? []
  return (
    <Dialog
      title={t('import.title', { language: nameOf(language) })}
      broad
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          {chosen && (
            <Button
              look="main"
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
          accept=".json,.csv,application/json,text/csv"
          onChange={({ target }) => void choose(target.files?.[0])}
        />
        {failure && (
          <Remark tone="bad" role="alert">
            {failure}
          </Remark>
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
        {refused.length > 0 && (
          <section aria-labelledby="refused">
            <h3 id="refused">{t('import.refusedTitle')}</h3>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
            <ul className={styles.refused} tabIndex={0}>
              {refused.map(({ id, reason }) => (
                <li key={id}>
                  <code>{id}</code> {reason}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  )
}
