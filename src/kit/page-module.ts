import type { Namespace } from 'i18next'
import type { ComponentType } from 'react'

/** The name of a file of texts in `locales/<language>/`. */
type TextFile = Namespace & string

/** What a page needs before it can be shown: its code and its texts, fetched together. */
export interface PageModule {
  load: () => Promise<{ Component: ComponentType }>
  texts: readonly TextFile[]
}

export type PageModules = Readonly<Record<string, PageModule>>
