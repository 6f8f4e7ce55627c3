import { describe, expect, it } from 'vitest'
import { matchScore } from '../../../../src/layout/palette/match-score.ts'

const best = (typed: string, ...labels: string[]) =>
  labels
    .map(label => ({ label, score: matchScore(typed, label) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ label }) => label)

describe('the match score of a label', () => {
  it('is best where the label starts with the query, then where a word does', () => {
    expect(best('us', 'User Management', 'Admin Users', 'Devices')).toEqual([
      'User Management',
      'Admin Users',
    ])
    expect(best('organization', 'New organization', 'Organizations')[0]).toBe('Organizations')
  })

  it('requires every word, in any order', () => {
    expect(best('log act', 'Activity Logs', 'Activities', 'Log out')).toEqual(['Activity Logs'])
  })

  it.each([
    ['devcies', 'Devices'],
    ['organisations', 'Organizations'],
    ['emergancy', 'Emergency Management'],
    ['conversacion', 'Análisis de conversaciones'],
    ['analisis', 'Análisis de conversaciones'],
  ])('tolerates %s for %s', (typed, label) => {
    expect(matchScore(typed, label)).toBeGreaterThan(0)
  })

  it.each([
    ['', 'Devices'],
    ['xyz', 'Devices'],
    ['dve', 'Devices'],
    ['elsa', 'Elderly Users'],
  ])('is none between “%s” and %s', (typed, label) => {
    expect(matchScore(typed, label)).toBe(0)
  })
})
