import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/kit/language.ts'
import { may } from '#contract/kit/permissions.ts'
import { translations } from '#contract/localisation/translations.ts'
import { Button } from '#kit/button.tsx'
import { useCan, useCurrentUser } from '#kit/current-user.ts'
import { download } from '#kit/download.ts'
import { Page } from '#kit/page.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { TextEditor } from '#kit/text-editor/text-editor.tsx'
import { toast } from '#kit/toasts.ts'
import { useCall } from '#kit/use-call.ts'
import { startTranslating } from '#providers/translate-mode.tsx'
import { CoverageBoard } from './coverage-board.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { PreviewScreens } from './preview-screens.tsx'
import { TextList } from './text-list.tsx'
import styles from './translations.module.css'
import { useTextsView } from './use-texts-view.ts'

/** Translation workspace: coverage, texts and the editor. */
export function Component() {
  const { t, i18n } = useTranslation(['translations', 'navigation'])
  const caller = useCurrentUser()
  const can = useCan()
  const [view, change] = useTextsView()
  const [importing, setImporting] = useState(false)
  const coverage = useCall(translations.coverage, {}, { resource: 'translations' })
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

const formats = ['json', 'csv'] as const

/** Exports the texts of a language or of one screen. */
function ExportButtons({ language, namespace }: { language: Language; namespace: string }) {
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
