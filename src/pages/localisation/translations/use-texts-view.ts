import { useTranslation } from 'react-i18next'
import { type Language, languages } from '#contract/kit/language.ts'
import { type TextCheck, textChecks } from '#contract/localisation/checks/checks.ts'
import { TextStatus } from '#contract/localisation/interface-texts.ts'
import { useSearch } from '#kit/address.ts'

/** Selection and filters of the texts. */
export interface TextsView {
  language: Language
  namespace: string
  status: TextStatus | ''
  q: string
  protected: boolean
  outdated: boolean
  /** A quality check, or `any`, whose findings the texts have. */
  check: TextCheck | 'any' | ''
  start: number
  /** Id of the text being edited. */
  text: string
}

const checkFilters = ['any', ...textChecks] as const

/** Default language: English is the source, so pick another one. */
const defaultLanguage = (spoken: string): Language =>
  languages.find(language => language === spoken && language !== 'en') ?? 'es'

/** View state in the URL; changing a filter resets the page. */
export function useTextsView(): [TextsView, (change: Partial<TextsView>) => void] {
  const { i18n } = useTranslation()
  const [params, changeSearch] = useSearch()
  const param = (name: string) => params.get(name) ?? ''
  const view: TextsView = {
    language: languages.find(language => language === param('language')) ?? defaultLanguage(i18n.language),
    namespace: param('namespace'),
    status: TextStatus.safeParse(param('status')).data ?? '',
    q: param('q'),
    protected: param('protected') === 'true',
    outdated: param('outdated') === 'true',
    check: checkFilters.find(check => check === param('check')) ?? '',
    start: Math.max(0, Number.parseInt(param('start'), 10) || 0),
    text: param('text'),
  }
  const change = (parts: Partial<TextsView>) => {
    const isOfList = Object.keys(parts).some(name => name !== 'text')
    const next = { language: view.language, ...(isOfList && { start: 0 }), ...parts }
    changeSearch(
      Object.fromEntries(Object.entries(next).map(([name, value]) => [name, String(value || '')])),
      {
        replace: 'q' in parts,
      },
    )
  }
  return [view, change]
}

/** Language names in the interface language. */
export function useLanguageName(): (language: string) => string {
  const { i18n } = useTranslation()
  const names = new Intl.DisplayNames(i18n.language, { type: 'language' })
  return language => names.of(language) ?? language
}
