import { carers } from './carers.ts'

export const family = carers('family', 'a family member', 'family members')
