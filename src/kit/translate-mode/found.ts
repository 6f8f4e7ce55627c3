import { keysIn, unmarked } from './marks.ts'

/** A text that stands on the screen. */
export interface FoundText {
  /** `<namespace>:<key>` */
  key: string
  /** As it reads, or is read out. */
  said: string
  element: Element
}

/** The attributes that people see or hear. */
const attributes = ['aria-label', 'title', 'placeholder', 'alt'] as const

/** The texts within an element and on it, each once, in the order of the page; none of those within `aside`. */
export function textsWithin(root: Element, aside?: Element | null): FoundText[] {
  const found = new Map<string, FoundText>()
  const note = (text: string, element: Element) => {
    for (const key of keysIn(text))
      if (!found.has(key)) found.set(key, { key, said: unmarked(text).trim(), element })
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, node =>
    node === aside ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  for (let node: Node | null = root; node; node = walker.nextNode()) {
    if (node instanceof Element) for (const name of attributes) note(node.getAttribute(name) ?? '', node)
    else if (node.parentElement) note(node.nodeValue ?? '', node.parentElement)
  }
  return [...found.values()]
}

/** Beyond so many texts, an element is a part of the page and no text. */
const most = 6

/** The texts that somebody who points at an element means: its own, else those of what it is part of. */
export function textsAt(target: Element, aside?: Element | null): FoundText[] {
  for (
    let element: Element | null = target;
    element && element !== document.body;
    element = element.parentElement
  ) {
    const found = textsWithin(element, aside)
    if (found.length > most) return []
    if (found.length > 0) return found
  }
  return []
}
