import { plain } from '../text/tokens.ts'
import { windowsOf } from '../text/windows.ts'
import { catalog } from './catalog.ts'
import type { Found } from './found.ts'

const callBefore =
  'please|oh|oh god|my god|god|quick|somebody|someone|anybody|por favor|ay|dios mio|alguien|s il vous plait|mon dieu|vite|quelqu un|bitte|jemand|schnell|oh gott|誰か|だれか|お願い|早く|يا ناس|يا رب|ارجوك|ارجوكم|من فضلك|لو سمحت'
const cryWords =
  'help|help me|ayuda|ayudame|ayudeme|ayudenme|socorro|auxilio|au secours|a l aide|aidez moi|aide moi|hilfe|zu hilfe|hilf mir|helft mir|helfen sie mir|助けて|助けてください|助けてくれ|たすけて|たすけてください|النجده|ساعدوني|ساعدني|ساعديني|الحقوني|الحقني|انقذوني|انقذني'
const callAfter =
  'please|now|quick|somebody|someone|por favor|rapido|ya|s il vous plait|vite|bitte|schnell|お願い|お願いします|誰か|بسرعه|ارجوك|ارجوكم|من فضلك'

const loneCry = new RegExp(
  plain(`^(?:(?:${callBefore}) ?)*(?:(?:${cryWords}) ?)+(?:(?:${callAfter}) ?)*$`),
  'u',
)
const anyCry = new RegExp(plain(cryWords), 'u')
const longestCry = 60

const lettersOf = (text: string) =>
  plain(text)
    .replaceAll('ة', 'ه')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Cries for help that stand alone: “Help!” is an emergency, “help with the crossword” is none. */
export function criesIn(text: string): Found[] {
  if (!anyCry.test(lettersOf(text))) return []
  const { context, emotion, risk } = catalog['medical.ambulance']
  return windowsOf(text).flatMap(({ start, end }) => {
    const stretch = text.slice(start, end)
    if (stretch.length > longestCry || !loneCry.test(lettersOf(stretch))) return []
    const evidence = [{ rule: 'medical.ambulance', words: stretch.trim() }]
    return [{ name: 'medical.ambulance' as const, context, emotion, risk, evidence, isOwn: true, start, end }]
  })
}
