import { plain } from '../text/tokens.ts'
import { sentencesOf, windowsOf } from '../text/windows.ts'
import { catalog, type RuleName } from './catalog.ts'
import type { Found } from './found.ts'

const callBefore =
  'please|oh|oh god|my god|god|quick|somebody|someone|anybody|por favor|ay|dios mio|alguien|s il vous plait|mon dieu|vite|quelqu un|bitte|jemand|schnell|oh gott|誰か|だれか|お願い|早く|يا ناس|يا رب|ارجوك|ارجوكم|من فضلك|لو سمحت'
const cryWords =
  'help|help me|ayuda|ayudame|ayudeme|ayudenme|socorro|auxilio|au secours|a l aide|aidez moi|aide moi|hilfe|zu hilfe|hilf mir|helft mir|helfen sie mir|助けて|助けてください|助けてくれ|たすけて|たすけてください|النجده|ساعدوني|ساعدني|ساعديني|الحقوني|الحقني|انقذوني|انقذني'
const callAfter =
  'please|now|quick|somebody|someone|por favor|rapido|ya|s il vous plait|vite|bitte|schnell|お願い|お願いします|誰か|بسرعه|ارجوك|ارجوكم|من فضلك'
const articles =
  'a|an|the|my|un|una|el|la|le|les|l|une|mon|ma|ein|eine|einen|den|der|die|das|mein|i|i ve|es ist|c est un|c est une|が|を|だ|です|よ'

/** What people name who cannot say more. */
const named: Partial<Record<RuleName, string>> = {
  'medical.ambulance':
    'ambulance|paramedics|ambulancia|samu|pompiers|krankenwagen|notarzt|rettung|rettungswagen|sanitater|sanitäter|救急車|119番|119番して|اسعاف|الاسعاف|سياره اسعاف',
  'medical.heart':
    'heart attack|cardiac arrest|paro cardiaco|crise cardiaque|arret cardiaque|herzanfall|herzstillstand|心停止|心筋梗塞|ازمه قلبيه|نوبه قلبيه',
  'medical.stroke':
    'stroke|derrame cerebral|schlaganfall|脳梗塞|can t see|cant see|can t see anything|cannot see|blind suddenly|no veo|je vois plus|ich seh nichts|ich sehe nichts|ما اشوف|ما اشوف شي|مش شايف|لا اري شيئا|ما عم شوف',
  'medical.breath':
    'asthma attack|ataque de asma|crise d asthme|asthmaanfall|喘息発作|ぜんそく発作|نوبه ربو|ازمه ربو',
  'medical.bleeding':
    'bleeding|bleeding badly|severe bleeding|heavy bleeding|sangrado fuerte|starke blutung|schwere blutung|blutung|出血|نزيف',
  'medical.burn': 'scalded|badly burned|badly burnt|me queme|brule|brulee|verbrannt|verbruht|احترقت|انحرقت',
  'medical.fracture':
    'broken hip|hip broken|broken leg|cadera rota|pierna rota|hanche cassee|jambe cassee|hufte gebrochen|bein gebrochen|骨折|骨折した|كسر في الحوض|كسر بالحوض|كسر في الفخذ|كسر في الرجل',
  'medication.overdose':
    'overdose|overdosed|sobredosis|surdose|uberdosis|überdosis|過量服薬|過剰摂取|جرعه زائده',
  'medication.error': 'took them twice|took it twice|double dose',
  'fall.happened': 'fallen|tombe|tombee|hingefallen|gesturzt|転倒',
  'abuse.sexual': 'rape|raped|violacion|viol|vergewaltigung|vergewaltigt|レイプ|اغتصاب',
  'abuse.threat':
    'police|policia|polizei|警察|الشرطه|شرطه|burglar|burglars|intruder|ladrones|ladron|cambrioleur|au voleur|einbrecher|泥棒|どろぼう|حرامي|حراميه',
  'confusion.hazard':
    'fire|smoke|incendio|fuego|humo|feu|au feu|incendie|fumee|feuer|es brennt|rauch|gasleck|火事|煙|حريق|حريقه|دخان',
}

const loneCry = new RegExp(
  plain(`^(?:(?:${callBefore}) ?)*(?:(?:${cryWords}) ?)+(?:(?:${callAfter}) ?)*$`),
  'u',
)
const anyCry = new RegExp(plain(cryWords), 'u')
const loneName = new RegExp(
  plain(`^(?:(?:${[callBefore, cryWords, callAfter, articles, ...Object.values(named)].join('|')}) ?)+$`),
  'u',
)
const names = Object.entries(named).map(
  ([name, words]) =>
    [name as RuleName, new RegExp(`(?<![a-zء-ي])(?:${plain(words)})(?![a-zء-ي])`, 'u')] as const,
)
const longestCry = 60

const lettersOf = (text: string) =>
  plain(text)
    .replaceAll('ة', 'ه')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function foundAt(name: RuleName, text: string, start: number, end: number): Found {
  const { context, emotion, risk } = catalog[name]
  const evidence = [{ rule: name, words: text.slice(start, end).trim() }]
  return {
    name,
    context,
    emotion,
    risk,
    evidence,
    isOwn: true,
    isCertain: 'certain' in catalog[name],
    start,
    end,
  }
}

/**
 * Cries that stand alone: “Help!” is an emergency, “help with the crossword” is none. A danger that is only named must be a
 * sentence of its own: “Ambulance, quick!”, but not “earth, water, fire”.
 */
export function criesIn(text: string): Found[] {
  const cries = anyCry.test(lettersOf(text))
    ? windowsOf(text).filter(({ start, end }) => {
        const stretch = text.slice(start, end)
        return stretch.length <= longestCry && loneCry.test(lettersOf(stretch))
      })
    : []
  const sentences = sentencesOf(text).flatMap(({ start, end }) => {
    const letters = end - start <= longestCry ? lettersOf(text.slice(start, end)) : ''
    if (!loneName.test(letters)) return []
    return names.filter(([, words]) => words.test(letters)).map(([name]) => foundAt(name, text, start, end))
  })
  return [...cries.map(({ start, end }) => foundAt('medical.ambulance', text, start, end)), ...sentences]
}
