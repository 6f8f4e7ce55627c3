import type { Page } from '@playwright/test'
import { chatModels } from '#contract/conversations/conversations.ts'
import { admin } from '../../../playwright.config.ts'

/** What a reader of the page meets outside of the texts of `locales/`, and the element where it stands. */
export interface Foreign {
  text: string
  at: string
}

/**
 * What is read or spoken on a page in a pseudo-locale and does not stand between ⟦ and ⟧. Whatever carries
 * `translate="no"` (what people wrote, names, codes), a language of its own (`lang`) or is code is left out, and so is
 * what no one is told: the name of an icon that is hidden or lies in a button with a name of its own.
 */
export const unmarked = (page: Page): Promise<Foreign[]> =>
  page.evaluate(() => {
    const own = '[translate="no"], [lang]:not(html), code, kbd, samp, script, style, noscript, template'
    const spoken = ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'title']
    const attributes = [...spoken, 'placeholder', 'alt', 'label']
    const shownPart = (element: Element) => element.closest('svg') ?? element.closest('select') ?? element
    const isShown = (element: Element) =>
      shownPart(element).checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
    const tagOf = (element: Element) => element.outerHTML.slice(0, 200)

    let depth = 0
    const outside = (text: string) => {
      let rest = ''
      for (const character of text) {
        if (character === '⟦') depth += 1
        else if (character === '⟧') depth -= 1
        else if (depth === 0) rest += character
      }
      return rest.trim()
    }

    const found: { text: string; at: string }[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement
      if (!element || !isShown(element)) continue
      const text = outside(node.textContent ?? '')
      if (text && !element.closest(own)) found.push({ text, at: tagOf(element) })
    }
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest(own) || !isShown(element)) continue
      const silent =
        element.closest('[aria-hidden="true"]') !== null ||
        element.parentElement?.closest('button[aria-label], a[aria-label], [role="button"][aria-label]') !=
          null
      for (const name of attributes) {
        if (silent && name.startsWith('aria-')) continue
        depth = 0
        const text = outside(element.getAttribute(name) ?? '')
        if (text) found.push({ text, at: `${name} of ${tagOf(element)}` })
      }
    }
    depth = 0
    return [...found, { text: outside(document.title), at: 'the title of the page' }]
  })

/** Each text that is read on a page, but for code, which may name what it likes. */
export const shown = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement
      if (element?.checkVisibility({ visibilityProperty: true }) && !element.closest('code'))
        found.push(node.textContent?.trim() ?? '')
    }
    return found
  })

/** Values by which programs tell things apart: a reader should meet their names instead. */
const isCode = (text: string) => /^[a-z]+(_[a-z]+)*$/.test(text)

function stringsIn(value: unknown, into: Set<string>) {
  if (typeof value === 'string') {
    if (value.length > 1 && !isCode(value)) into.add(value)
  } else if (value && typeof value === 'object')
    for (const inner of Object.values(value)) stringsIn(inner, into)
}

/** The first admin’s name, whom other tests let speak and need help. */
const nameLikeCode = admin.username

/** What the server answered a page with: names and words that people gave, which no language changes; and brands. */
export function answersTo(page: Page): { strings(): Promise<string[]> } {
  const known = new Set<string>(['Voicedeck', nameLikeCode, ...chatModels])
  const reading = new Set<Promise<void>>()
  page.on('response', response => {
    if (!response.headers()['content-type']?.includes('json') || !response.url().includes('/api/')) return
    const read = response
      .json()
      .then(value => stringsIn(value, known))
      // A page that was left no longer hands out what it was answered.
      .catch(() => {})
      .finally(() => reading.delete(read))
    reading.add(read)
  })
  return {
    /** The longest first, because names hold shorter ones. */
    async strings() {
      await Promise.all(reading)
      return [...known].sort((one, other) => other.length - one.length)
    },
  }
}

/** Without what stands in the answers of the server, and without the sign that `Intl` gives dollars abroad. */
export const without = (text: string, known: readonly string[]): string =>
  known.reduce((rest, one) => rest.replaceAll(one, ' '), text).replaceAll('US$', ' ')
