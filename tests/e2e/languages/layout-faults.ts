import type { Page } from '@playwright/test'

/**
 * What does not hold its text on a page: the page itself where it scrolls sideways, controls whose text reaches out of
 * them, and protected texts that are cut off.
 * @param guarded patterns of the texts that must be seen whole
 */
export const layoutFaults = (page: Page, guarded: readonly string[]): Promise<string[]> =>
  page.evaluate(guarded => {
    const faults: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} wide in ${clientWidth}`)
    const must = new RegExp(`^(?:${guarded.join('|')})$`, 's')
    const controls = 'button, a, summary, label, th, [role="tab"], [role="button"]'
    const nameOf = (element: Element) => element.outerHTML.slice(0, 160)

    /** Whether an element shows what lies in it, or it can be scrolled into sight. */
    function isCut(node: Node, box: DOMRect): boolean {
      for (let element = node.parentElement; element; element = element.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(element)
        if (/auto|scroll/.test(overflowX + overflowY)) return false
        if (overflowX === 'visible' && overflowY === 'visible') continue
        const outer = element.getBoundingClientRect()
        if (box.left < outer.left - 1 || box.right > outer.right + 1) return true
        if (box.top < outer.top - 1 || box.bottom > outer.bottom + 1) return true
      }
      return false
    }

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      const element = node.parentElement
      if (!text || !element?.checkVisibility({ visibilityProperty: true }) || element.closest('.spoken'))
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      if (box.width === 0) continue
      if (must.test(text) && isCut(node, box)) faults.push(`“${text}” is cut off in ${nameOf(element)}`)
      const control = element.closest(controls)
      if (!control || getComputedStyle(control).display === 'inline' || isCut(node, box)) continue
      const outer = control.getBoundingClientRect()
      if (box.left < outer.left - 1 || box.right > outer.right + 1)
        faults.push(`“${text}” reaches out of ${nameOf(control)}`)
    }
    return faults
  }, guarded)
