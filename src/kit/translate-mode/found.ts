import { keysIn, unmarked } from './marks.ts'

/** A text on screen. */
export interface FoundText {
  /** `<namespace>:<key>` */
  key: string
  /** As displayed or announced. */
  text: string
  element: Element
}

/** Attributes with visible or announced text. */
const attributes = ['aria-label', 'aria-description', 'data-tooltip', 'title', 'placeholder', 'alt'] as const

/** Texts of an element and its descendants, without duplicates, in document order, excluding `aside`. */
export function textsWithin(root: Element, aside?: Element | null): FoundText[] {
  const texts = new Map<string, FoundText>()
  const note = (text: string, element: Element) => {
    for (const key of keysIn(text))
      if (!texts.has(key)) texts.set(key, { key, text: unmarked(text).trim(), element })
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, node =>
    node === aside ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  for (let node: Node | null = root; node; node = walker.nextNode()) {
    if (node instanceof Element) for (const name of attributes) note(node.getAttribute(name) ?? '', node)
    else if (node.parentElement) note(node.nodeValue ?? '', node.parentElement)
  }
  return [...texts.values()]
}

/** Whether an element takes up room and is shown. */
export function isVisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  return (
    width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  )
}

/** An element with more texts than this is a container. */
const maxTexts = 6

/** Texts that pointing at an element refers to: its own, else those of the nearest ancestor with texts. */
export function textsAt(target: Element, aside?: Element | null): FoundText[] {
  for (
    let element: Element | null = target;
    element && element !== document.body;
    element = element.parentElement
  ) {
    const texts = textsWithin(element, aside)
    if (texts.length > maxTexts) return []
    if (texts.length > 0) return texts
  }
  return []
}
