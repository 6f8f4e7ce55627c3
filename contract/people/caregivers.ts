import { carers } from './carers.ts'

export const caregivers = carers('caregivers', 'a caregiver', 'caregivers')
