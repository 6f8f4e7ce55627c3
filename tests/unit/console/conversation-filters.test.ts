import { expect, test } from 'vitest'
import { parseFilters } from '../../../src/pages/conversations/history-filters.tsx'

test('the session history reads only valid filters from its address', () => {
  const read = (address: string) => parseFilters(new URLSearchParams(address))
  expect(read('user_id=12&status=ended&language=ja&highest_risk_gte=0.6&session=x')).toEqual({
    user_id: '12',
    status: 'ended',
    language: 'ja',
    highest_risk_gte: '0.6',
  })
  expect(read('user_id=rosa&status=gone&task=&highest_risk_gte=2')).toEqual({})
})
