import latinExtended from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2'
import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'

const faces = [
  {
    url: latin,
    unicodeRange:
      'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, ' +
      'U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
  },
  {
    url: latinExtended,
    unicodeRange:
      'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1D00-1DBF, U+1E00-1E9F, ' +
      'U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
  },
]

let isLoaded = false

/**
 * Registers the fonts, which the browser then loads as needed. Called after the first content, so that on a slow
 * connection the fonts do not compete with the code; until then text is shown in a system font of the same metrics
 * (base.css).
 */
export function loadFonts(): void {
  if (isLoaded) return
  isLoaded = true
  for (const { url, unicodeRange } of faces) {
    const source = `url(${url}) format('woff2-variations')`
    document.fonts.add(
      new FontFace('Inter Variable', source, { weight: '100 900', display: 'swap', unicodeRange }),
    )
  }
}
