import type { Reading } from '#contract/care/health-quick.ts'
import { type VitalSign, vitalSignNames } from '#contract/care/wellness.ts'

/**
 * Units and usual ranges for adults at rest. Sources: MedlinePlus, "Vital signs" (pulse, temperature, blood pressure);
 * European Society of Cardiology (high from 140/90); World Health Organization, pulse oximetry manual (saturation);
 * American Diabetes Association (glucose, fasting to after a meal).
 */
const signs: Record<VitalSign, { unit: string; from: number | null; to: number | null }> = {
  systolic: { unit: 'mmHg', from: 90, to: 139 },
  diastolic: { unit: 'mmHg', from: 60, to: 89 },
  pulse: { unit: '1/min', from: 60, to: 100 },
  temperature_c: { unit: '°C', from: 36.1, to: 37.5 },
  oxygen_percent: { unit: '%', from: 94, to: null },
  glucose_mg_dl: { unit: 'mg/dl', from: 70, to: 180 },
  weight_kg: { unit: 'kg', from: null, to: null },
}

export const unitOf = (name: VitalSign) => signs[name].unit

export function toReading(name: VitalSign, value: number): Reading {
  const { unit, from, to } = signs[name]
  const isJudged = from !== null || to !== null
  const state = from !== null && value < from ? 'low' : to !== null && value > to ? 'high' : 'usual'
  return { name, value, unit, usual: { from, to }, state: isJudged ? state : 'unjudged' }
}

/** The readings of a vital signs entry. */
export const readingsIn = (value: Readonly<Record<string, unknown>>): Reading[] =>
  vitalSignNames.flatMap(name =>
    typeof value[name] === 'number' ? [toReading(name, value[name] as number)] : [],
  )
