import { type Server, startServer } from '../lists/server.ts'

/** A server on a folder that was filled with so many rows of each kind that grows with time, and rolled up. */
export const startFilled = (folder: string, size: number, log: (line: string) => void): Promise<Server> => {
  log(`filling ${size} rows of each kind; the folder is ${folder}`)
  const kinds = ['activity-logs', 'device-events', 'translation-sessions', 'messages']
  const counts = kinds.flatMap(kind => [`--${kind}`, String(size)])
  return startServer(folder, ['--scale', '0.5', ...counts], 1)
}
