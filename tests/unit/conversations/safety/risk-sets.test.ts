import { describe, expect, test } from 'vitest'
import { assess } from '#server/modules/conversations/safety-watch/assess.ts'
import { es } from '../../../../scripts/safety/risk/es.ts'
import { fr } from '../../../../scripts/safety/risk/fr.ts'
import { ja } from '../../../../scripts/safety/risk/ja.ts'

describe.for([
  ['es', es, []],
  ['fr', fr, ['Mon voisin avait mal à la poitrine et on l’a emmené à l’hôpital.']],
  ['ja', ja, []],
] as const)('%s', ([language, { urgent, worrying, none }, known]) => {
  const riskOf = (text: string) => assess(text, language).risk

  test('contains sixty distinct turns', () => {
    const texts = [...urgent, ...worrying, ...Object.values(none).flat()]
    expect(new Set(texts).size).toBe(60)
  })

  test('urgent and worrying turns are flagged as such', () => {
    expect(urgent.filter(text => riskOf(text) < 0.6)).toEqual([])
    expect(worrying.filter(text => riskOf(text) < 0.4)).toEqual([])
  })

  test('harmless turns are not flagged, except for known reports of another’s emergency', () => {
    expect(
      Object.values(none)
        .flat()
        .filter(text => riskOf(text) >= 0.4),
    ).toEqual(known)
  })
})
