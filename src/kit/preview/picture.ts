/**
 * A picture of a text: a preview in a frame of the text editor, which nobody operates, with the text marked. The frame
 * says which text, and in which language, because its storage is the one of the tab around it.
 */
export interface Picture {
  /** `<namespace>:<key>`; empty for a picture that marks nothing. */
  text: string
  language: string
}

function readPicture(): Picture | null {
  // The frame is an element of another page, whose classes are not those of this one.
  const { textPicture, language } = (globalThis.frameElement as HTMLElement | null | undefined)?.dataset ?? {}
  return textPicture === undefined || language === undefined ? null : { text: textPicture, language }
}

/** The picture that this page is; null for pages that people operate. */
export const picture: Picture | null = readPicture()

/** What a picture reports to the page around it, whenever it has changed. */
export interface PictureReport {
  kind: 'text-picture'
  /** The texts that can be seen on the screen, as `<namespace>:<key>`. */
  texts: readonly string[]
  isFound: boolean
  /** Whether nothing is loading any more. */
  isComplete: boolean
}
