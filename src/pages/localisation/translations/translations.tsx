import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { may } from '#contract/kit/permissions.ts'
import { translations } from '#contract/localisation/translations.ts'
import { Button } from '#kit/button.tsx'
import { useCan, useCurrentUser } from '#kit/current-user.ts'
import { Page } from '#kit/page.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { TextEditor } from '#kit/text-editor/text-editor.tsx'
import { useCall } from '#kit/use-call.ts'
import { startTranslating } from '#providers/translate-mode.tsx'
import { CheckSettings } from './check-settings.tsx'
import { CoverageBoard } from './coverage-board.tsx'
import { ExportMenu } from './export-menu.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { PreviewScreens } from './preview-screens.tsx'
import { TextList } from './text-list.tsx'
import { TextPicture } from './text-picture.tsx'
import styles from './translations.module.css'
import { useTextsView } from './use-texts-view.ts'

/** Translation workspace: coverage, texts and the editor. */
export function Component() {
  const { t, i18n } = useTranslation(['translations', 'navigation'])
  const caller = useCurrentUser()
  const can = useCan()
  const [view, change] = useTextsView()
  const [importing, setImporting] = useState(false)
  const [configuring, setConfiguring] = useState(false)
  const coverage = useCall(translations.coverage, {}, { resource: 'translations' })
  const mayWrite = can(may('translations', 'update'))
  const namespaces = coverage.data?.languages[0]?.namespaces.map(({ namespace }) => namespace) ?? []
  return (
    <Page
      title={t('navigation:screens.translations')}
      lead={t('lead')}
      actions={
        <>
          {can(may('translations', 'approve')) && (
            <Button onClick={() => setConfiguring(true)}>{t('checkSettings.open')}</Button>
          )}
          <ExportMenu language={view.language} namespace={view.namespace} />
          {mayWrite && (
            <>
              <Button onClick={() => setImporting(true)}>{t('import.open')}</Button>
              <PreviewScreens />
              <Button variant="main" onClick={() => void startTranslating(i18n, caller)}>
                {t('mode.on')}
              </Button>
            </>
          )}
        </>
      }
    >
      <section aria-label={t('coverage.title')}>
        <QueryState of={coverage} failed={t('coverage.failed')}>
          {({ languages }) => <CoverageBoard languages={languages} view={view} change={change} />}
        </QueryState>
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
              <TextPicture id={view.text} />
              <TextEditor id={view.text} />
            </>
          ) : (
            <p className={styles.choose}>{t('list.choose')}</p>
          )}
        </div>
      </div>
      {configuring && <CheckSettings onClose={() => setConfiguring(false)} />}
      {importing && <ImportDialog language={view.language} onClose={() => setImporting(false)} />}
    </Page>
  )
}
