import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { i18n, PostProcessorModule } from 'i18next'
import { createRoot } from 'react-dom/client'
import type { User } from '#contract/identity/auth.ts'
import { CurrentUserContext } from '#kit/current-user.ts'
import { markOf, translateModeKey } from '#kit/translate-mode/marks.ts'
import { TranslatePanel } from '#kit/translate-mode/translate-panel.tsx'

interface Resolved {
  res?: unknown
  usedKey?: string
  usedNS?: string
}

/** Appends an invisible marker to each text so that the panel can find it on screen. */
const marker: PostProcessorModule = {
  type: 'postProcessor',
  name: 'translate-mode',
  process(text, _key, options: { i18nResolved?: Resolved }) {
    const { res, usedKey, usedNS } = options.i18nResolved ?? {}
    return res === undefined || !usedKey ? text : text + markOf(`${usedNS}:${usedKey}`)
  },
}

/** Pseudo-locales (with a region) derive from English. */
const editedLanguage = ({ language }: i18n) => (language.includes('-') ? 'en' : language)

/** Re-renders every text. */
const rewrite = (i18next: i18n) => i18next.emit('languageChanged', i18next.language)

/** Marks the texts of every screen. @returns what ends it */
export function markTexts(i18next: i18n): () => void {
  i18next.use(marker)
  Object.assign(i18next.options, { postProcess: [marker.name], postProcessPassResolved: true })
  rewrite(i18next)
  return () => {
    Object.assign(i18next.options, { postProcess: false, postProcessPassResolved: false })
    rewrite(i18next)
  }
}

let close: (() => void) | undefined

/** Makes the texts of every screen editable in place, for this tab and user. */
export async function startTranslating(i18next: i18n, user: User): Promise<void> {
  sessionStorage.setItem(translateModeKey, 'on')
  if (close) return
  let isClosed = false
  close = () => {
    isClosed = true
  }
  await i18next.loadNamespaces('translations')
  if (isClosed) return
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const show = () =>
    root.render(
      <QueryClientProvider client={queries}>
        <CurrentUserContext value={user}>
          <TranslatePanel language={editedLanguage(i18next)} onLeave={stopTranslating} />
        </CurrentUserContext>
      </QueryClientProvider>,
    )
  i18next.on('languageChanged', show)
  const unmark = markTexts(i18next)
  close = () => {
    i18next.off('languageChanged', show)
    root.unmount()
    container.remove()
    unmark()
  }
}

/** Pauses translate mode until the next sign-in of this tab. */
export function pauseTranslating(): void {
  close?.()
  close = undefined
}

/** Turns translate mode off. */
function stopTranslating(): void {
  sessionStorage.removeItem(translateModeKey)
  pauseTranslating()
}
