import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { may } from '#contract/kit/permissions.ts'
import { translations } from '#contract/localisation/translations.ts'
import { Button } from '#kit/button.tsx'
import { useCaller, useCan } from '#kit/caller.ts'
import { Page } from '#kit/page.tsx'
import { Reading } from '#kit/reading.tsx'
import { TextEditor } from '#kit/text-editor/text-editor.tsx'
import { useCall } from '#kit/use-call.ts'
import { startTranslating } from '#providers/translate-mode.tsx'
import { CoverageBoard } from './coverage-board.tsx'
import { ExportButtons } from './export-buttons.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { TextList } from './text-list.tsx'
import styles from './translations.module.css'
import { useTextsView } from './use-texts-view.ts'

/** Where translators work: how far each language is, its texts, and the one that is worked on. */
export function Component() {
  const { t, i18n } = useTranslation(['translations', 'navigation'])
  const caller = useCaller()
  const can = useCan()
  const [view, change] = useTextsView()
  const [importing, setImporting] = useState(false)
  const coverage = useCall(translations.coverage, {}, { follows: 'translations' })
  const mayWrite = can(may('translations', 'update'))
  const namespaces = coverage.data?.languages[0]?.namespaces.map(({ namespace }) => namespace) ?? []
  return (
    <Page
      title={t('navigation:screens.translations')}
      lead={t('lead')}
      actions={
        <>
          <ExportButtons language={view.language} namespace={view.namespace} />
          {mayWrite && (
            <>
              <Button onClick={() => setImporting(true)}>{t('import.open')}</Button>
              <Button look="main" onClick={() => void startTranslating(i18n, caller)}>
                {t('mode.on')}
              </Button>
            </>
          )}
        </>
      }
    >
      <section aria-label={t('coverage.title')}>
        <Reading of={coverage} failed={t('coverage.failed')}>
          {({ languages }) => <CoverageBoard languages={languages} view={view} change={change} />}
        </Reading>
      </section>
      <div className={styles.columns} data-open={view.text !== '' || undefined}>
        <div className={styles.list}>
          <TextList view={view} change={change} namespaces={namespaces} />
        </div>
        <div className={styles.text}>
          {view.text ? (
            <>
              <div className={styles.back}>
                <Button onClick={() => change({ text: '' })}>{t('list.back')}</Button>
              </div>
              <TextEditor id={view.text} />
            </>
          ) : (
            <p className={styles.choose}>{t('list.choose')}</p>
          )}
        </div>
      </div>
      {importing && <ImportDialog language={view.language} onClose={() => setImporting(false)} />}
    </Page>
  )
}
