export { clearDatabase } from './clear.ts'
export { exportDatabase } from './export.ts'
export { importDatabase } from './import.ts'
